import type { Pod } from 'apimachinery/api/core/v1'
import type { LabelSet } from 'apimachinery/labels'
import {
  type AffinityTerm,
  affinityTerms,
  type WeightedAffinityTerm,
  weightedTerms,
} from '../matching/affinity-term.js'
import { type HostPort, hostPortsOf } from './host-ports.js'
import { ownLabels } from './own-labels.js'
import { defaultRequests, hasPodLevelRequests, podRequests } from './pod-requests.js'
import { Resources } from './resources.js'

/** A pod with what the scheduler computes once from it. Source: `PodInfo` of pkg/scheduler/framework. */
export class PodInfo {
  readonly pod: Pod
  readonly uid: string
  readonly name: string
  readonly namespace: string
  readonly labels: LabelSet
  readonly priority: number
  readonly requests: Resources
  /** CPU and memory with amounts for containers that request nothing. */
  readonly nonZeroCpu: number
  readonly nonZeroMemory: number
  readonly hostPorts: readonly HostPort[]
  readonly requiredAffinity: readonly AffinityTerm[]
  readonly requiredAntiAffinity: readonly AffinityTerm[]
  readonly preferredAffinity: readonly WeightedAffinityTerm[]
  readonly preferredAntiAffinity: readonly WeightedAffinityTerm[]

  constructor(pod: Pod) {
    const { metadata, spec } = pod
    this.pod = pod
    this.uid = metadata?.uid ?? ''
    this.name = metadata?.name ?? ''
    this.namespace = metadata?.namespace ?? ''
    this.labels = ownLabels(metadata?.labels)
    this.priority = spec?.priority ?? 0
    const requests = podRequests(pod)
    this.requests = Resources.of(requests)
    const nonZero = nonZeroRequests(pod, requests)
    this.nonZeroCpu = nonZero.get('cpu') ?? 0
    this.nonZeroMemory = nonZero.get('memory') ?? 0
    this.hostPorts = hostPortsOf(pod)
    const { podAffinity, podAntiAffinity } = spec?.affinity ?? {}
    this.requiredAffinity = affinityTerms(this, podAffinity?.requiredDuringSchedulingIgnoredDuringExecution)
    this.requiredAntiAffinity = affinityTerms(this, podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution)
    this.preferredAffinity = weightedTerms(this, podAffinity?.preferredDuringSchedulingIgnoredDuringExecution)
    this.preferredAntiAffinity = weightedTerms(this, podAntiAffinity?.preferredDuringSchedulingIgnoredDuringExecution)
  }

  /** `namespace/name`. */
  get key(): string {
    return `${this.namespace}/${this.name}`
  }

  get isTerminating(): boolean {
    return this.pod.metadata?.deletionTimestamp !== undefined
  }

  get hasAffinity(): boolean {
    const affinity = this.pod.spec?.affinity
    return affinity?.podAffinity !== undefined || affinity?.podAntiAffinity !== undefined
  }
}

/** A pod that requests something as a whole gets amounts only for what neither it nor its containers request. */
function nonZeroRequests(pod: Pod, requests: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (!hasPodLevelRequests(pod)) return podRequests(pod, defaultRequests)
  const missing = {
    ...(!requests.has('cpu') && { cpu: defaultRequests.cpu }),
    ...(!requests.has('memory') && { memory: defaultRequests.memory }),
  }
  return Object.keys(missing).length === 0 ? requests : podRequests(pod, missing)
}
