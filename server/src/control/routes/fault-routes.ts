import type { RequestMatch } from '../../testing/request-match.js'
import type { FaultSpec } from '../cluster-faults.js'
import { type Operation, operation } from '../route.js'
import { addedFault, cutAnswer, cutSpec, fault, faultList, watchCount } from '../schemas/fault-schemas.js'
import { matchParameters } from '../schemas/request-schemas.js'

const path = '/clusters/{cluster}/faults'

/** Operations on the faults of a cluster, and on its watches. */
export const faultRoutes: readonly Operation[] = [
  operation<FaultSpec>({
    id: 'addFault',
    method: 'POST',
    path,
    summary: 'Adds a fault.',
    body: fault,
    answer: addedFault,
    status: 201,
    errors: [404],
    run: async ({ clusters, params, body }) => clusters.get(params.cluster!).faults.add(body),
  }),
  operation({
    id: 'listFaults',
    method: 'GET',
    path,
    summary: 'Lists the faults, in the order in which they are tried.',
    answer: faultList,
    errors: [404],
    run: async ({ clusters, params }) => ({ items: clusters.get(params.cluster!).faults.list() }),
  }),
  operation({
    id: 'removeFaults',
    method: 'DELETE',
    path,
    summary: 'Removes all faults.',
    errors: [404],
    run: async ({ clusters, params }) => clusters.get(params.cluster!).faults.clear(),
  }),
  operation({
    id: 'getFault',
    method: 'GET',
    path: `${path}/{id}`,
    summary: 'Reads a fault, and how many requests it has hit.',
    answer: addedFault,
    errors: [404],
    run: async ({ clusters, params }) => clusters.get(params.cluster!).faults.get(params.id!),
  }),
  operation({
    id: 'removeFault',
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Removes a fault.',
    errors: [404],
    run: async ({ clusters, params }) => clusters.get(params.cluster!).faults.remove(params.id!),
  }),
  operation<RequestMatch & { readonly cleanly?: boolean }>({
    id: 'cutWatches',
    method: 'POST',
    path: '/clusters/{cluster}/watches/cut',
    summary: 'Cuts open watches.',
    body: cutSpec,
    answer: cutAnswer,
    errors: [404],
    run: async ({ clusters, params, body: { cleanly, ...match } }) => {
      const { faults } = clusters.get(params.cluster!).server
      return { cut: faults.cutWatches(match, cleanly === undefined ? {} : { cleanly }) }
    },
  }),
  operation({
    id: 'countWatches',
    method: 'GET',
    path: '/clusters/{cluster}/watches',
    summary: 'Counts open watches.',
    query: matchParameters,
    answer: watchCount,
    errors: [404],
    run: async ({ clusters, params, query }) => ({
      open: clusters.get(params.cluster!).server.faults.openWatches(query as RequestMatch),
    }),
  }),
]
