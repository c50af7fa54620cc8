import type { ClusterSpec } from '../cluster-spec.js'
import { type Operation, operation } from '../route.js'
import { cluster, clusterList, clusterSpec } from '../schemas/cluster-schemas.js'

/** Operations on clusters. */
export const clusterRoutes: readonly Operation[] = [
  operation<ClusterSpec>({
    id: 'createCluster',
    method: 'POST',
    path: '/clusters',
    summary: 'Starts a cluster, or forks one.',
    body: clusterSpec,
    answer: cluster,
    status: 201,
    errors: [409],
    run: async ({ clusters, body }) => (await clusters.create(body)).describe(),
  }),
  operation({
    id: 'listClusters',
    method: 'GET',
    path: '/clusters',
    summary: 'Lists the clusters.',
    answer: clusterList,
    run: async ({ clusters }) => ({ items: clusters.list().map((each) => each.describe()) }),
  }),
  operation({
    id: 'deleteClusters',
    method: 'DELETE',
    path: '/clusters',
    summary: 'Deletes all clusters.',
    run: ({ clusters }) => clusters.deleteAll(),
  }),
  operation({
    id: 'getCluster',
    method: 'GET',
    path: '/clusters/{cluster}',
    summary: 'Reads a cluster.',
    answer: cluster,
    errors: [404],
    run: async ({ clusters, params }) => clusters.get(params.cluster!).describe(),
  }),
  operation({
    id: 'deleteCluster',
    method: 'DELETE',
    path: '/clusters/{cluster}',
    summary: 'Deletes a cluster.',
    errors: [404],
    run: ({ clusters, params }) => clusters.delete(params.cluster!),
  }),
]
