import type { SharedInformer } from '@apimachinery/client/cache'
import type { Node, Pod } from 'apimachinery/api/core/v1'
import { newNotFound } from 'apimachinery/errors'
import { getLabels, getName, getNamespace, type KubernetesObject } from 'apimachinery/runtime'
import type { Clock } from 'apimachinery/wait'
import { timeAt } from '../../controllers/cluster-time.js'
import { compareKeys } from '../../internal/compare-keys.js'
import { type Encodable, encodable } from '../../registry/encodable.js'
import type { ListRequest, ObjectList, ResourceStorage } from '../../registry/resource-storage.js'
import type { RequestContext } from '../../request/request-context.js'
import type { ResourceUsages } from '../usage/resource-usages.js'
import { usageQuantity } from '../usage/usage-quantity.js'
import { NodeMetrics, PodMetrics, type Usage } from './metrics-kinds.js'
import { metricsTable } from './metrics-table.js'

/** What metrics are made of. */
export interface MetricsSources {
  readonly pods: SharedInformer<Pod>
  readonly nodes: SharedInformer<Node>
  readonly usages: ResourceUsages
  readonly clock: Clock
  /** Whether a node is simulated, and its kubelet answers. */
  readonly isManaged: (nodeName: string) => boolean
}

/** The span of time that metrics say they are of. */
const window = '10s'

/** The resources `nodes` and `pods` of `metrics.k8s.io`. Source: pkg/api of metrics-server. */
export function metricsStorage(sources: MetricsSources): Readonly<Record<'nodes' | 'pods', ResourceStorage>> {
  return { nodes: nodeStorage(sources), pods: podStorage(sources) }
}

function podStorage(sources: MetricsSources): ResourceStorage<PodMetrics> {
  const { pods } = sources
  return {
    type: PodMetrics,
    namespaced: true,
    table: metricsTable,
    async get({ namespace }, name) {
      const pod = pods.lister.namespace(namespace).get(name)
      if (pod === undefined) throw newNotFound({ group: '', resource: 'pod' }, name)
      const metrics = metricsOfPod(sources, pod)
      if (metrics === undefined)
        throw newNotFound({ group: 'metrics.k8s.io', resource: 'pods' }, `${namespace}/${name}`)
      return encodable(metrics)
    },
    async list({ namespace }, request) {
      const all = namespace === '' ? pods.lister.list() : pods.lister.namespace(namespace).list()
      return listed(all, request, (pod) => metricsOfPod(sources, pod))
    },
  }
}

function nodeStorage(sources: MetricsSources): ResourceStorage<NodeMetrics> {
  const { nodes } = sources
  return {
    type: NodeMetrics,
    namespaced: false,
    table: metricsTable,
    async get(_context: RequestContext, name) {
      const node = nodes.lister.get(name)
      if (node === undefined) throw newNotFound({ group: '', resource: 'node' }, name)
      const metrics = metricsOfNode(sources, node)
      if (metrics === undefined) throw newNotFound({ group: 'metrics.k8s.io', resource: 'nodes' }, name)
      return encodable(metrics)
    },
    async list(_context: RequestContext, request) {
      return listed(nodes.lister.list(), request, (node) => metricsOfNode(sources, node))
    },
  }
}

/** The metrics of the selected objects in the order of their names. */
function listed<O extends KubernetesObject, T extends KubernetesObject>(
  objects: readonly O[],
  { labelSelector, fieldSelector }: ListRequest,
  metricsOf: (object: O) => T | undefined,
): ObjectList<T> {
  const selected = objects.filter((object) => {
    const fields = { 'metadata.name': getName(object), 'metadata.namespace': getNamespace(object) }
    return (labelSelector?.matches(getLabels(object) ?? {}) ?? true) && (fieldSelector?.matches(fields) ?? true)
  })
  const items: Encodable<T>[] = []
  for (const object of selected.toSorted(byName)) {
    const metrics = metricsOf(object)
    if (metrics !== undefined) items.push(encodable(metrics))
  }
  return { items, resourceVersion: '' }
}

function byName(a: KubernetesObject, b: KubernetesObject): number {
  const [first, second] = [a, b].map((object) => [getNamespace(object), getName(object)] as const)
  return compareKeys(first![0], second![0]) || compareKeys(first![1], second![1])
}

/** Of the containers that run now. */
function metricsOfPod({ usages, clock, isManaged }: MetricsSources, pod: Pod): PodMetrics | undefined {
  const { spec, status, metadata } = pod
  if (status?.phase !== 'Running' || !isManaged(spec?.nodeName ?? '')) return undefined
  const running = new Set(status.containerStatuses?.filter(({ state }) => state?.running).map(({ name }) => name))
  const containers = (spec?.containers ?? []).flatMap((container) => {
    const usage = running.has(container.name) ? usages.ofContainer(pod, container) : undefined
    return usage === undefined ? [] : [{ name: container.name, usage: usageText(usage) }]
  })
  if (containers.length === 0) return undefined
  const { name = '', namespace = '', labels } = metadata ?? {}
  const time = timeAt(clock.now())
  return new PodMetrics({
    metadata: { name, namespace, creationTimestamp: time, ...(labels !== undefined && { labels }) },
    timestamp: time,
    window,
    containers,
  })
}

function metricsOfNode({ usages, clock, isManaged }: MetricsSources, node: Node): NodeMetrics | undefined {
  const { name = '', labels } = node.metadata ?? {}
  if (!isManaged(name)) return undefined
  const usage = new Map(['cpu', 'memory'].map((resource) => [resource, usages.ofNode(node, resource)]))
  const time = timeAt(clock.now())
  return new NodeMetrics({
    metadata: { name, creationTimestamp: time, ...(labels !== undefined && { labels }) },
    timestamp: time,
    window,
    usage: usageText(usage),
  })
}

function usageText(usage: ReadonlyMap<string, number>): Usage {
  const sorted = [...usage].sort(([a], [b]) => compareKeys(a, b))
  return Object.fromEntries(sorted.map(([name, value]) => [name, usageQuantity(name, value).toCanonicalString()]))
}
