import { type Operation, operation } from '../route.js'
import { cluster, restoreSpec, snapshot, snapshotList, snapshotSpec } from '../schemas/cluster-schemas.js'
import { describeSnapshot } from '../snapshots.js'

/** Operations on snapshots. */
export const snapshotRoutes: readonly Operation[] = [
  operation<{ readonly cluster: string; readonly name?: string }>({
    id: 'takeSnapshot',
    method: 'POST',
    path: '/snapshots',
    summary: 'Takes a snapshot of a cluster.',
    body: snapshotSpec,
    answer: snapshot,
    status: 201,
    errors: [404, 409],
    run: async ({ clusters, body }) =>
      describeSnapshot(await clusters.snapshots.take(clusters.get(body.cluster), body.name)),
  }),
  operation({
    id: 'listSnapshots',
    method: 'GET',
    path: '/snapshots',
    summary: 'Lists the snapshots.',
    answer: snapshotList,
    run: async ({ clusters }) => ({ items: clusters.snapshots.list().map(describeSnapshot) }),
  }),
  operation({
    id: 'getSnapshot',
    method: 'GET',
    path: '/snapshots/{snapshot}',
    summary: 'Reads a snapshot.',
    answer: snapshot,
    errors: [404],
    run: async ({ clusters, params }) => describeSnapshot(clusters.snapshots.get(params.snapshot!)),
  }),
  operation({
    id: 'deleteSnapshot',
    method: 'DELETE',
    path: '/snapshots/{snapshot}',
    summary: 'Deletes a snapshot.',
    errors: [404],
    run: async ({ clusters, params }) => clusters.snapshots.delete(params.snapshot!),
  }),
  operation<{ readonly snapshot: string }>({
    id: 'restoreCluster',
    method: 'POST',
    path: '/clusters/{cluster}/restore',
    summary: 'Restores the objects of a snapshot in a cluster.',
    body: restoreSpec,
    answer: cluster,
    errors: [404],
    run: async ({ clusters, params, body }) => {
      const restored = clusters.get(params.cluster!)
      await restored.server.restore(clusters.snapshots.get(body.snapshot).objects)
      return restored.describe()
    },
  }),
]
