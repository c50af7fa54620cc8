import {
  addToGroupVersion,
  type ListMeta,
  listMetaDescriptor,
  type ObjectMeta,
  objectMetaDescriptor,
  typeMetaDescriptor,
} from 'apimachinery/meta/v1'
import { Scheme } from 'apimachinery/runtime'
import * as gen from 'apimachinery/runtime/gen-v1'

/** `metrics.k8s.io/v1beta1`. */
export const metricsVersion: gen.GroupVersion = new gen.GroupVersion('metrics.k8s.io', 'v1beta1')

const models = 'io.k8s.metrics.pkg.apis.metrics.v1beta1'
const usage = gen.map(gen.scalar('quantity'), { name: 'v1.ResourceList', key: 'v1.ResourceName' })
const [time, duration, string] = [gen.scalar('time'), gen.scalar('duration'), gen.scalar('string')]

const containerMetrics = gen.struct(`${models}.ContainerMetrics`, () => [
  gen.field('name', 1, string),
  gen.field('usage', 2, usage),
])

const podMetrics = gen.struct(`${models}.PodMetrics`, () => [
  gen.field('TypeMeta', 0, typeMetaDescriptor, '<'),
  gen.field('metadata', 1, objectMetaDescriptor, '?'),
  gen.field('timestamp', 2, time),
  gen.field('window', 3, duration),
  gen.field('containers', 4, gen.list(containerMetrics), '', { listType: 'atomic' }),
])

const nodeMetrics = gen.struct(`${models}.NodeMetrics`, () => [
  gen.field('TypeMeta', 0, typeMetaDescriptor, '<'),
  gen.field('metadata', 1, objectMetaDescriptor, '?'),
  gen.field('timestamp', 2, time),
  gen.field('window', 3, duration),
  gen.field('usage', 4, usage),
])

function listOf(name: string, item: gen.StructDescriptor): gen.StructDescriptor {
  return gen.struct(`${models}.${name}`, () => [
    gen.field('TypeMeta', 0, typeMetaDescriptor, '<'),
    gen.field('metadata', 1, listMetaDescriptor, '?'),
    gen.field('items', 2, gen.list(item)),
  ])
}

const podMetricsList = listOf('PodMetricsList', podMetrics)
const nodeMetricsList = listOf('NodeMetricsList', nodeMetrics)

/** What is used of each resource, by its name. */
export type Usage = Record<string, string>

/** What the containers of a pod use. */
export class PodMetrics extends gen.TypedObject {
  declare metadata?: ObjectMeta | undefined
  declare timestamp: string
  /** The span of time before it. */
  declare window: string
  declare containers: { name: string; usage: Usage }[]
  static readonly groupVersionKind: gen.GroupVersionKind<PodMetrics> = metricsVersion.withKind('PodMetrics')
  static readonly descriptor: gen.StructDescriptor = podMetrics
  static readonly resource: gen.ResourceInfo = { plural: 'pods', singular: 'pod', scope: 'Namespaced' }
  static get listClass(): gen.KindClass<PodMetricsList> {
    return PodMetricsList
  }
  constructor(init?: gen.KindInit<PodMetrics>) {
    super(init)
  }
}

/** What the pods of a node use. */
export class NodeMetrics extends gen.TypedObject {
  declare metadata?: ObjectMeta | undefined
  declare timestamp: string
  /** The span of time before it. */
  declare window: string
  declare usage: Usage
  static readonly groupVersionKind: gen.GroupVersionKind<NodeMetrics> = metricsVersion.withKind('NodeMetrics')
  static readonly descriptor: gen.StructDescriptor = nodeMetrics
  static readonly resource: gen.ResourceInfo = { plural: 'nodes', singular: 'node', scope: 'Cluster' }
  static get listClass(): gen.KindClass<NodeMetricsList> {
    return NodeMetricsList
  }
  constructor(init?: gen.KindInit<NodeMetrics>) {
    super(init)
  }
}

/** A list of PodMetrics. */
export class PodMetricsList extends gen.TypedObject {
  declare metadata?: ListMeta | undefined
  declare items: PodMetrics[]
  static readonly groupVersionKind: gen.GroupVersionKind<PodMetricsList> = metricsVersion.withKind('PodMetricsList')
  static readonly descriptor: gen.StructDescriptor = podMetricsList
  static get itemClass(): gen.KindClass<PodMetrics> {
    return PodMetrics
  }
  constructor(init?: gen.KindInit<PodMetricsList>) {
    super(init)
  }
}

/** A list of NodeMetrics. */
export class NodeMetricsList extends gen.TypedObject {
  declare metadata?: ListMeta | undefined
  declare items: NodeMetrics[]
  static readonly groupVersionKind: gen.GroupVersionKind<NodeMetricsList> = metricsVersion.withKind('NodeMetricsList')
  static readonly descriptor: gen.StructDescriptor = nodeMetricsList
  static get itemClass(): gen.KindClass<NodeMetrics> {
    return NodeMetrics
  }
  constructor(init?: gen.KindInit<NodeMetricsList>) {
    super(init)
  }
}

/** A scheme of these kinds. */
export function metricsScheme(): Scheme {
  const scheme = new Scheme()
  scheme.addKnownTypes(metricsVersion, PodMetrics, PodMetricsList, NodeMetrics, NodeMetricsList)
  addToGroupVersion(scheme, metricsVersion)
  return scheme
}
