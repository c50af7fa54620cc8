import type { Duplex } from 'node:stream'

/** Milliseconds that a side has to read what was sent to it last: a socket that is closed with bytes unread takes them back. */
const linger = 1000

/** Forwards bytes between two connections until one of them ends, and closes both. Resolves when that is done. */
export function joinStreams(near: Duplex, far: Duplex, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let open = 2
    let timer: NodeJS.Timeout | undefined
    const destroy = (): void => {
      near.destroy()
      far.destroy()
    }
    const closed = (): void => {
      if (--open > 0) return
      clearTimeout(timer)
      signal.removeEventListener('abort', destroy)
      resolve()
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => {})
      // `pipe` ends the other side once it has all bytes.
      from.pipe(to)
      to.once('finish', () => {
        timer ??= setTimeout(destroy, linger)
      })
      from.once('close', () => {
        if (!to.writableEnded) to.end()
        closed()
      })
    }
    if (signal.aborted) destroy()
    else signal.addEventListener('abort', destroy, { once: true })
  })
}
