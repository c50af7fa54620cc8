import type { Client } from '@apimachinery/client'
import type { CrossVersionObjectReference } from 'apimachinery/api/autoscaling/v2'
import { isNotFound, messageOf } from 'apimachinery/errors'
import type { Selector } from 'apimachinery/labels'
import { GroupKind, GroupVersionResource, parseGroupVersion } from 'apimachinery/schema'
import {
  type MetricValueList,
  milliValue,
  type PodMetrics,
  type PodMetricsList,
  resourceUsage,
  valuesByObject,
} from './metric-answer.js'

/** Pods of a namespace. */
export interface SelectedPods {
  readonly namespace: string
  readonly selector: Selector
}

/** A metric by its name and labels. */
export interface NamedMetric {
  readonly name: string
  readonly selector: Selector
}

/** A resource of which the use is asked. */
export interface UsedResource {
  readonly resource: string
  readonly container?: string | undefined
}

const customGroup = 'custom.metrics.k8s.io'
const customVersions = ['v1beta2', 'v1beta1']

/** Where a metric is. */
interface MetricPath {
  readonly group: GroupVersionResource
  readonly namespace: string
  readonly name?: string | undefined
  readonly metric?: string | undefined
  readonly params: Readonly<Record<string, string>>
}

/**
 * Reads metrics of the APIs of resource, custom and external metrics, where the cluster serves them. Source:
 * pkg/controller/podautoscaler/metrics of Kubernetes.
 */
export class MetricsClient {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** The use of a resource by pods. @throws Error, as all methods */
  async resourceUse({ namespace, selector }: SelectedPods, { resource, container }: UsedResource): Promise<PodMetrics> {
    const group = new GroupVersionResource('metrics.k8s.io', 'v1beta1', 'pods')
    const list = await this.#read<PodMetricsList>('resource', () => {
      return { group, namespace, params: { labelSelector: selector.toString() } }
    })
    return resourceUsage(list, resource, container)
  }

  /** A metric of each of some pods. */
  async ofPods({ namespace, selector }: SelectedPods, metric: NamedMetric): Promise<PodMetrics> {
    const params = { labelSelector: selector.toString(), metricLabelSelector: metric.selector.toString() }
    const list = await this.#read<MetricValueList>('custom', async () => {
      const group = await this.#customResource('pods')
      return { group, namespace, name: '*', metric: metric.name, params }
    })
    return valuesByObject(list)
  }

  /** A metric of one object, in thousandths. */
  async ofObject(namespace: string, object: CrossVersionObjectReference, metric: NamedMetric): Promise<bigint> {
    const params = { metricLabelSelector: metric.selector.toString() }
    const list = await this.#read<MetricValueList>('custom', async () => {
      const { group } = parseGroupVersion(object.apiVersion ?? '')
      // A namespace can describe nothing but itself, whatever name is given.
      if (group === '' && object.kind === 'Namespace') {
        return { group: await this.#customResource('metrics'), namespace, name: metric.name, params }
      }
      const resource = await this.#customResource(await this.#resourceOf(new GroupKind(group, object.kind)))
      return { group: resource, namespace, name: object.name, metric: metric.name, params }
    })
    const { items = [] } = list
    if (items.length !== 1) {
      const found = `the custom metrics API server returned ${items.length} results when we asked for exactly one`
      throw new Error(`unable to fetch metrics from custom metrics API: ${found}`)
    }
    return milliValue(items[0]!.value)
  }

  /** All values of an external metric, in thousandths. */
  async external(namespace: string, metric: NamedMetric): Promise<bigint[]> {
    const group = new GroupVersionResource('external.metrics.k8s.io', 'v1beta1', metric.name)
    const params = { labelSelector: metric.selector.toString() }
    const { items = [] } = await this.#read<MetricValueList>('external', () => ({ group, namespace, params }))
    return items.map(({ value }) => milliValue(value))
  }

  /** Reads a list; one of a single object may be empty, the others not. */
  async #read<T extends { readonly items?: readonly unknown[] }>(
    api: 'resource' | 'custom' | 'external',
    where: () => MetricPath | Promise<MetricPath>,
  ): Promise<T> {
    let list: T
    let path: MetricPath
    try {
      path = await where()
      list = await this.#get<T>(path)
    } catch (error) {
      throw new Error(`unable to fetch metrics from ${api} metrics API: ${messageOf(error)}`, { cause: error })
    }
    const isList = path.metric === undefined ? path.group.resource !== 'metrics' : path.name === '*'
    if (isList && (list.items ?? []).length === 0) throw new Error(`no metrics returned from ${api} metrics API`)
    return list
  }

  async #get<T>({ group, namespace, name, metric, params }: MetricPath): Promise<T> {
    const request = this.#client.resource(group).namespace(namespace).request('GET')
    if (name !== undefined) request.name(name)
    if (metric !== undefined) request.subResource(metric)
    for (const [key, value] of Object.entries(params)) if (value !== '') request.param(key, value)
    request.setHeader('accept', 'application/json')
    return JSON.parse((await request.do()).text()) as T
  }

  /** A resource of the custom metrics API in the version that the server prefers. */
  async #customResource(resource: string): Promise<GroupVersionResource> {
    const request = this.#client.rest.get().absPath('apis', customGroup).setHeader('accept', 'application/json')
    const answer = await request.do().catch((error: unknown) => {
      if (isNotFound(error)) throw new Error(`no custom metrics API (${customGroup}) registered`, { cause: error })
      throw error
    })
    const { preferredVersion, versions = [] } = JSON.parse(answer.text()) as GroupAnswer
    const offered = [preferredVersion, ...versions].map((each) => each?.version ?? '')
    const version = offered.find((each) => customVersions.includes(each))
    if (version === undefined) throw new Error('no known available metric versions found')
    return new GroupVersionResource(customGroup, version, resource)
  }

  async #resourceOf(kind: GroupKind): Promise<string> {
    try {
      const { resource } = await this.#client.restMapper.restMapping(kind)
      return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`
    } catch (error) {
      throw new Error(`unable to map kind ${kind} to resource: ${messageOf(error)}`, { cause: error })
    }
  }
}

/** What is read of an APIGroup. */
interface GroupAnswer {
  readonly preferredVersion?: { readonly version?: string }
  readonly versions?: readonly { readonly version?: string }[]
}
