import type { APIServer } from '../../../src/kubernetes/api-server.js'
import { request } from './perform.js'

const namespaced = [
  '/api/v1/pods',
  '/api/v1/services',
  '/api/v1/endpoints',
  '/api/v1/configmaps',
  '/api/v1/events',
  '/api/v1/replicationcontrollers',
  '/api/v1/resourcequotas',
  '/api/v1/persistentvolumeclaims',
  '/api/v1/serviceaccounts',
  '/apis/apps/v1/deployments',
  '/apis/apps/v1/replicasets',
  '/apis/apps/v1/statefulsets',
  '/apis/apps/v1/daemonsets',
  '/apis/apps/v1/controllerrevisions',
  '/apis/autoscaling/v2/horizontalpodautoscalers',
  '/apis/batch/v1/jobs',
  '/apis/batch/v1/cronjobs',
  '/apis/policy/v1/poddisruptionbudgets',
  '/apis/discovery.k8s.io/v1/endpointslices',
]
const ofCluster = [
  '/api/v1/nodes',
  '/api/v1/namespaces',
  '/api/v1/persistentvolumes',
  '/apis/certificates.k8s.io/v1/certificatesigningrequests',
]
const notOfWorkload = /^(default|kube-.*)$/

/** An object of any kind, as far as it is looked at here. */
export interface Item {
  readonly metadata: {
    readonly namespace?: string
    readonly name: string
    readonly generateName?: string
    readonly resourceVersion: string
    readonly uid: string
    readonly creationTimestamp: string
    readonly deletionTimestamp?: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly ownerReferences?: readonly { readonly kind: string }[]
    readonly generation?: number
  }
  readonly spec?: Readonly<Record<string, unknown>>
  readonly status?: Readonly<Record<string, unknown>>
}

/** Objects by the path of their resource. */
export type Items = ReadonlyMap<string, readonly Item[]>

/** All objects of a workload, and the events about them. */
export async function itemsOf(server: APIServer): Promise<Items> {
  const list = async (path: string): Promise<readonly Item[]> => {
    const { body } = await request(server, { method: 'GET', path })
    // The lists of the server have this form.
    return (body as { readonly items?: readonly Item[] }).items ?? []
  }
  const all = await Promise.all([
    ...namespaced.map(async (path) => {
      const items = await list(path)
      const isOfNode = (item: Item): boolean => path.endsWith('/events') && item.metadata.namespace === 'default'
      return [
        path,
        items.filter((item) => isOfNode(item) || !notOfWorkload.test(item.metadata.namespace ?? '')),
      ] as const
    }),
    ...ofCluster.map(async (path) => {
      const items = await list(path)
      return [path, items.filter(({ metadata }) => !notOfWorkload.test(metadata.name))] as const
    }),
  ])
  return new Map(all)
}
