import { applyClock, describeClock } from '../clock-changes.js'
import type { ClockSpec } from '../cluster-spec.js'
import { idleTimeout, runClock } from '../idle.js'
import { type Operation, operation } from '../route.js'
import { clock, clockSpec, runSpec, stepSpec } from '../schemas/clock-schemas.js'

/** Operations on the clock of a cluster. */
export const clockRoutes: readonly Operation[] = [
  operation({
    id: 'getClock',
    method: 'GET',
    path: '/clusters/{cluster}/clock',
    summary: 'Reads the clock.',
    answer: clock,
    errors: [404],
    run: async ({ clusters, params }) => describeClock(clusters.get(params.cluster!).clock),
  }),
  operation<ClockSpec>({
    id: 'setClock',
    method: 'PATCH',
    path: '/clusters/{cluster}/clock',
    summary: 'Sets the time, stops the clock, or lets it run.',
    body: clockSpec,
    answer: clock,
    errors: [404],
    run: async ({ clusters, params, body }) => {
      const { clock: found } = clusters.get(params.cluster!)
      applyClock(found, body)
      return describeClock(found)
    },
  }),
  operation<{ readonly milliseconds: number }>({
    id: 'stepClock',
    method: 'POST',
    path: '/clusters/{cluster}/clock/step',
    summary: 'Moves the time on at once.',
    body: stepSpec,
    answer: clock,
    errors: [404],
    run: async ({ clusters, params, body }) => {
      const { clock: found } = clusters.get(params.cluster!)
      found.step(body.milliseconds)
      return describeClock(found)
    },
  }),
  operation<{ readonly milliseconds: number; readonly timeoutMilliseconds?: number }>({
    id: 'runClock',
    method: 'POST',
    path: '/clusters/{cluster}/clock/run',
    summary: 'Moves the time on from one due moment to the next, each time after the cluster is idle.',
    body: runSpec,
    answer: clock,
    errors: [404, 504],
    run: async ({ clusters, params, body, signal }) => {
      const cluster = clusters.get(params.cluster!)
      const { milliseconds, timeoutMilliseconds: timeout = idleTimeout } = body
      await runClock(cluster, milliseconds, { timeout, signal })
      return describeClock(cluster.clock)
    },
  }),
]
