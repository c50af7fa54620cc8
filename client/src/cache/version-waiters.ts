import type { Clock } from 'apimachinery/wait'

/** How long to wait. */
export interface VersionWait {
  /** Milliseconds. */
  readonly timeout: number
  readonly signal?: AbortSignal | undefined
  readonly clock: Clock
}

/** Waits for a store to reach a version. */
export class VersionWaiters {
  readonly #waiters = new Set<() => void>()

  /** The store has reached another version. */
  check(): void {
    for (const check of this.#waiters) check()
  }

  /** The store will not advance: ends all waits. */
  end(): void {
    for (const check of this.#waiters) check()
    this.#ended = true
    this.check()
  }

  #ended = false

  /** Waits until `has` is true. @returns whether it is. */
  wait(has: () => boolean, { timeout, signal, clock }: VersionWait): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (): void => {
        timer.stop()
        this.#waiters.delete(check)
        signal?.removeEventListener('abort', settle)
        resolve(has())
      }
      const check = (): void => {
        if (this.#ended || has()) settle()
      }
      const timer = clock.setTimer(settle, timeout)
      this.#waiters.add(check)
      signal?.addEventListener('abort', settle, { once: true })
      if (signal?.aborted === true) settle()
    })
  }
}
