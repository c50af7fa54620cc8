import type { Timer } from 'apimachinery/wait'
import type { Controller, ControllerContext } from './controller.js'

/** What a {@link periodicController} does. */
export interface PeriodicControllerOptions {
  readonly name: string
  readonly context: ControllerContext
  /** Milliseconds of the cluster's time between the end of a run and the next one. */
  readonly period: number
  /** Resolves when there is something to look at. */
  readonly synced: Promise<unknown>
  readonly run: () => Promise<void>
}

/** A controller that looks at everything in intervals. What fails is reported, and tried again with the next run. */
export function periodicController({ name, context, period, synced, run }: PeriodicControllerOptions): Controller {
  let timer: Timer | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  async function again(): Promise<void> {
    await run().catch((error: unknown) => context.onError(error, name))
    if (!stopped) timer = context.clock.setTimer(next, period)
  }
  function next(): void {
    if (!stopped) running = again()
  }
  return {
    name,
    start: () => void synced.then(next),
    async stop() {
      stopped = true
      timer?.stop()
      await running
    },
  }
}
