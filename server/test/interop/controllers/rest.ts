import type { APIServer } from '../../../src/kubernetes/api-server.js'
import { type Item, type Items, itemsOf } from './objects.js'

const pause = 350
/** So many equal looks are a rest. */
const looks = 4
/** Milliseconds after which what is waited for is said. */
const patience = 240_000

/** Waits until nothing changes any more and nothing is due. @throws Error where that takes too long */
export async function rested(server: APIServer): Promise<void> {
  const started = Date.now()
  let before = new Map<string, string>()
  for (let equal = 0; equal < looks; ) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    const items = await itemsOf(server)
    const due = dueIn(items)
    const now = versions(items)
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter((key) => before.get(key) !== now.get(key))
    if (Date.now() - started > patience)
      throw new Error(`no rest: due ${due.slice(0, 5).join(', ')}; changes ${changed.slice(0, 5).join(', ')}`)
    equal = changed.length === 0 && due.length === 0 ? equal + 1 : 0
    before = now
  }
}

/** Events may go on to be counted, and leases to be renewed. */
function versions(items: Items): Map<string, string> {
  const objects = [...items].filter(([path]) => !path.endsWith('/events'))
  return new Map(
    objects.flatMap(([path, all]) =>
      all.map(({ metadata }) => [
        `${path} ${metadata.namespace}/${metadata.name}`,
        `${metadata.uid}@${metadata.resourceVersion}`,
      ]),
    ),
  )
}

/** What will change by itself, after some time. */
function dueIn(items: Items): readonly string[] {
  const all = (path: string): readonly Item[] => items.get(path) ?? []
  const nodes = new Map(all('/api/v1/nodes').map((node) => [node.metadata.name, node]))
  return [
    ...all('/api/v1/namespaces').filter(({ metadata }) => metadata.deletionTimestamp !== undefined),
    ...all('/api/v1/pods').filter((pod) => isEvictedSoon(pod, nodes)),
    ...[...nodes.values()].filter(isSilentYet),
    ...all('/apis/batch/v1/jobs').filter(isJobDue),
    ...all('/apis/apps/v1/deployments').filter(isDeadlineDue),
  ].map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`)
}

/** On a node that is gone, or on one from which it is evicted after a time. */
function isEvictedSoon({ spec = {} }: Item, nodes: ReadonlyMap<string, Item>): boolean {
  const { nodeName = '', tolerations = [] } = spec as {
    readonly nodeName?: string
    tolerations?: readonly Toleration[]
  }
  if (nodeName === '') return false
  const node = nodes.get(nodeName)
  if (node === undefined) return true
  const { taints = [] } = (node.spec ?? {}) as { readonly taints?: readonly Toleration[] }
  const keys = taints.filter(({ effect }) => effect === 'NoExecute').map(({ key }) => key)
  return tolerations.some(({ key, tolerationSeconds }) => keys.includes(key) && tolerationSeconds !== undefined)
}

interface Toleration {
  readonly key: string
  readonly effect: string
  readonly tolerationSeconds?: number
}

interface Condition {
  readonly type: string
  readonly status: string
  readonly reason?: string
}

function conditionsOf({ status = {} }: Item): readonly Condition[] {
  return (status as { readonly conditions?: readonly Condition[] }).conditions ?? []
}

/** A node that is not simulated any more and is not `Unknown` yet, or the other way round. */
function isSilentYet(node: Item): boolean {
  const isSimulated = node.metadata.annotations?.['kwok.x-k8s.io/node'] === 'fake'
  const ready = conditionsOf(node).find(({ type }) => type === 'Ready')?.status
  const { taints = [] } = (node.spec ?? {}) as { readonly taints?: readonly Toleration[] }
  const isTainted = taints.some(({ effect }) => effect === 'NoExecute')
  return isSimulated ? ready !== 'True' || isTainted : ready !== 'Unknown' || !isTainted
}

/** A job whose next pods are due after a pause, which ends at a time, or is deleted then. */
function isJobDue(job: Item): boolean {
  const { suspend = false, parallelism = 1, ttlSecondsAfterFinished, activeDeadlineSeconds } = job.spec ?? {}
  const ended = conditionsOf(job).some(
    ({ type, status }) => (type === 'Complete' || type === 'Failed') && status === 'True',
  )
  if (ended) return ttlSecondsAfterFinished !== undefined
  if (suspend === true) return false
  return activeDeadlineSeconds !== undefined || (parallelism !== 0 && (job.status?.active ?? 0) === 0)
}

/** A deployment that does not progress, and has not said so yet. */
function isDeadlineDue(deployment: Item): boolean {
  const { progressDeadlineSeconds = 600, paused = false } = deployment.spec ?? {}
  if (paused === true || Number(progressDeadlineSeconds) > 60) return false
  const progressing = conditionsOf(deployment).find(({ type }) => type === 'Progressing')
  return progressing?.status === 'True' && progressing.reason !== 'NewReplicaSetAvailable'
}
