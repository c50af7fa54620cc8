import type { Clock, Timer } from 'apimachinery/wait'

/** A repeated task. */
export interface Repetition {
  readonly clock: Clock
  /** Ends it. */
  readonly signal: AbortSignal
  /** Milliseconds between the end of one run and the start of the next. */
  readonly every: number
  readonly run: () => Promise<void>
  readonly onError: (error: unknown) => void
  /** What it does was done before: the first run is left out. */
  readonly isDone?: boolean | undefined
}

/** Runs until it succeeds once, and from then on in intervals until the signal is aborted. Resolves after the first success. */
export async function repeat({ clock, signal, every, run, onError, isDone }: Repetition): Promise<void> {
  await untilDone({ clock, signal, run, onError, isDone })
  if (signal.aborted) return
  let timer: Timer
  const again = async (): Promise<void> => {
    await run().catch((error: unknown) => {
      if (!signal.aborted) onError(error)
    })
    if (!signal.aborted) timer = clock.setTimer(() => void again(), every)
  }
  timer = clock.setTimer(() => void again(), every)
  signal.addEventListener('abort', () => timer.stop(), { once: true })
}

/** A task that is retried until it succeeds. */
export type Attempts = Pick<Repetition, 'clock' | 'signal' | 'run' | 'onError' | 'isDone'>

const longestDelay = 10_000

/** Runs until it succeeds or the signal is aborted, with growing pauses. */
export async function untilDone({ clock, signal, run, onError, isDone = false }: Attempts): Promise<void> {
  if (isDone) return
  for (let delay = 20; !signal.aborted; delay = Math.min(delay * 2, longestDelay)) {
    try {
      return await run()
    } catch (error) {
      // The first failures are those of what is only just starting.
      if (delay > 1000) onError(error)
    }
    await pause(clock, signal, delay)
  }
}

function pause(clock: Clock, signal: AbortSignal, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      timer.stop()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = clock.setTimer(end, milliseconds)
    signal.addEventListener('abort', end)
  })
}
