import { idleTimeout } from '../idle.js'
import { type Operation, operation } from '../route.js'
import { idleAnswer, idleSpec } from '../schemas/cluster-schemas.js'

/** The operation that waits until nothing is left to do. */
export const idleRoutes: readonly Operation[] = [
  operation<{ readonly timeoutMilliseconds?: number }>({
    id: 'waitUntilIdle',
    method: 'POST',
    path: '/clusters/{cluster}/idle',
    summary: 'Waits until controllers, scheduler and nodes have nothing to do.',
    body: idleSpec,
    answer: idleAnswer,
    errors: [404, 504],
    run: async ({ clusters, params, body, signal }) => {
      const cluster = clusters.get(params.cluster!)
      await cluster.server.untilIdle({ timeout: body.timeoutMilliseconds ?? idleTimeout, signal })
      return { idle: true, resourceVersion: String(cluster.server.revision) }
    },
  }),
]
