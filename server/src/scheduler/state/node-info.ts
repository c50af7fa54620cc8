import type { Node } from 'apimachinery/api/core/v1'
import type { LabelSet } from 'apimachinery/labels'
import { UsedPorts } from './host-ports.js'
import { ownLabels } from './own-labels.js'
import type { PodInfo } from './pod-info.js'
import { amountsOf } from './resource-amounts.js'
import { Resources } from './resources.js'

/** A node with its pods, and what these use. Source: `NodeInfo` of pkg/scheduler/framework. */
export class NodeInfo {
  readonly name: string
  readonly pods = new Map<string, PodInfo>()
  /** Those with affinity or anti-affinity of any kind, and those with required anti-affinity. */
  podsWithAffinity = new Set<PodInfo>()
  podsWithRequiredAntiAffinity = new Set<PodInfo>()
  usedPorts = new UsedPorts()
  requested = new Resources()
  nonZeroCpu = 0
  nonZeroMemory = 0
  /** How many pods use a claim, by `namespace/name`. */
  claims = new Map<string, number>()
  allocatable = new Resources()
  labels: LabelSet = ownLabels(undefined)
  #node: Node | undefined

  constructor(name: string) {
    this.name = name
  }

  /** The object; a node that is gone, and has pods, has none. */
  get node(): Node | undefined {
    return this.#node
  }

  set node(node: Node | undefined) {
    this.#node = node
    this.labels = ownLabels(node?.metadata?.labels)
    this.allocatable = Resources.of(amountsOf(node?.status?.allocatable))
  }

  addPod(pod: PodInfo): void {
    this.pods.set(pod.uid, pod)
    if (pod.hasAffinity) this.podsWithAffinity.add(pod)
    if (pod.requiredAntiAffinity.length > 0) this.podsWithRequiredAntiAffinity.add(pod)
    for (const port of pod.hostPorts) this.usedPorts.add(port)
    this.#count(pod, 1)
  }

  /** Removes a pod that was added, by its uid. */
  removePod(uid: string): PodInfo | undefined {
    const pod = this.pods.get(uid)
    if (pod === undefined) return undefined
    this.pods.delete(uid)
    this.podsWithAffinity.delete(pod)
    this.podsWithRequiredAntiAffinity.delete(pod)
    for (const port of pod.hostPorts) this.usedPorts.remove(port)
    this.#count(pod, -1)
    return pod
  }

  /** A copy whose pods can be changed. */
  clone(): NodeInfo {
    const copy = new NodeInfo(this.name)
    copy.#node = this.#node
    copy.labels = this.labels
    copy.allocatable = this.allocatable
    for (const [uid, pod] of this.pods) copy.pods.set(uid, pod)
    copy.podsWithAffinity = new Set(this.podsWithAffinity)
    copy.podsWithRequiredAntiAffinity = new Set(this.podsWithRequiredAntiAffinity)
    copy.usedPorts = this.usedPorts.clone()
    copy.requested = this.requested.clone()
    copy.nonZeroCpu = this.nonZeroCpu
    copy.nonZeroMemory = this.nonZeroMemory
    copy.claims = new Map(this.claims)
    return copy
  }

  #count(pod: PodInfo, sign: 1 | -1): void {
    this.requested.add(pod.requests, sign)
    this.nonZeroCpu += sign * pod.nonZeroCpu
    this.nonZeroMemory += sign * pod.nonZeroMemory
    for (const { persistentVolumeClaim } of pod.pod.spec?.volumes ?? []) {
      if (persistentVolumeClaim === undefined) continue
      const key = `${pod.namespace}/${persistentVolumeClaim.claimName}`
      const count = (this.claims.get(key) ?? 0) + sign
      if (count > 0) this.claims.set(key, count)
      else this.claims.delete(key)
    }
  }
}
