import type { LogLine } from './log-line.js'
import type { LogReading } from './log-reading.js'

/** The lines of a text, all written at one time. A follower gets them, and nothing more until the end. */
export async function* readLogText(
  text: string,
  time: Pick<LogLine, 'instant' | 'time'>,
  { tailLines, follow, signal, ended }: Pick<LogReading, 'tailLines' | 'follow' | 'signal' | 'ended'>,
): AsyncGenerator<LogLine | undefined> {
  const lines = text.split(/(?<=\n)/).filter((line) => line !== '')
  const last = tailLines === undefined ? lines : lines.slice(Math.max(0, lines.length - tailLines))
  for (const line of last) yield { ...time, stream: 'stdout', content: Buffer.from(line) }
  if (!follow) return
  yield undefined
  await aborted(signal, ended)
}

/** Resolves when one of the signals is aborted. */
export function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  const any = AbortSignal.any([...signals])
  if (any.aborted) return Promise.resolve()
  return new Promise((resolve) => any.addEventListener('abort', () => resolve(), { once: true }))
}
