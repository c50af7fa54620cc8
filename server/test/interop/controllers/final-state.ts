import type { APIServer } from '../../../src/kubernetes/api-server.js'
import { request } from './perform.js'
import { workloadNamespaces } from './workload.js'

const resources = [
  '/api/v1/pods',
  '/api/v1/services',
  '/api/v1/endpoints',
  '/apis/apps/v1/deployments',
  '/apis/apps/v1/replicasets',
  '/apis/apps/v1/statefulsets',
  '/apis/apps/v1/daemonsets',
  '/apis/apps/v1/controllerrevisions',
  '/apis/batch/v1/jobs',
  '/apis/policy/v1/poddisruptionbudgets',
  '/apis/discovery.k8s.io/v1/endpointslices',
]

const pause = 400
/** So many equal looks are a rest. */
const looks = 4

interface Item {
  readonly metadata: {
    readonly namespace?: string
    readonly name: string
    readonly generateName?: string
    readonly resourceVersion: string
  }
}

/** Waits until nothing changes any more. */
export async function rested(server: APIServer): Promise<void> {
  let before = ''
  for (let equal = 0; equal < looks; ) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const items = await itemsOf(server)
    const now = items.map(([, { metadata }]) => `${metadata.name}@${metadata.resourceVersion}`).join()
    equal = now === before ? equal + 1 : 0
    before = now
  }
}

/** The objects of the workload as texts, without what depends on time and chance, in order. */
export async function finalState(server: APIServer): Promise<readonly string[]> {
  const items = await itemsOf(server)
  const names = new Map<string, string>()
  for (const [, { metadata }] of items)
    if (metadata.generateName !== undefined && metadata.name.startsWith(metadata.generateName))
      names.set(metadata.name, `${metadata.generateName}<suffix>`)
  return items.map(([path, item]) => `${path} ${JSON.stringify(normalized(item, names))}`).sort()
}

async function itemsOf(server: APIServer): Promise<readonly (readonly [string, Item])[]> {
  const all = await Promise.all(
    resources.map(async (path) => {
      const { body } = await request(server, { method: 'GET', path })
      // The lists of the server have this form.
      const { items = [] } = body as { readonly items?: readonly Item[] }
      return items
        .filter(({ metadata }) => workloadNamespaces.includes(metadata.namespace ?? ''))
        .map((item) => [path, item] as const)
    }),
  )
  return all.flat()
}

const chance = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'managedFields',
  'generation',
  'observedGeneration',
  'nodeName',
  'podIP',
  'podIPs',
  'hostIP',
  'hostIPs',
  'addresses',
  'ip',
  'clusterIP',
  'clusterIPs',
  'startTime',
  'completionTime',
  'lastTransitionTime',
  'lastUpdateTime',
  'lastProbeTime',
  'startedAt',
  'finishedAt',
  'endpoints.kubernetes.io/last-change-trigger-time',
])
const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

function normalized(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    const all = value.map((each) => normalized(each, names))
    return all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !chance.has(key))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, each]) => [key, normalized(each, names)]),
    )
  if (typeof value !== 'string') return value
  return (names.get(value) ?? value).replace(uid, '<uid>').replace(/kube-api-access-\w{5}/, 'kube-api-access-<suffix>')
}
