import type { NodeFilter } from '../../framework/plugin.js'
import { type Rejection, unresolvable, unschedulable } from '../../framework/status.js'
import { type AffinityTerm, type LabelledPod, termMatches } from '../../matching/affinity-term.js'
import type { ClusterState } from '../../state/cluster-state.js'
import type { NodeInfo } from '../../state/node-info.js'
import type { PodInfo } from '../../state/pod-info.js'
import type { NamespaceLabels } from './namespace-labels.js'
import { TopologyCounts } from './topology-counts.js'

const noAffinity = unresolvable("node(s) didn't match pod affinity rules")
const hasAntiAffinity = unschedulable("node(s) didn't match pod anti-affinity rules")
const othersHaveAntiAffinity = unschedulable("node(s) didn't satisfy existing pods anti-affinity rules")

/** A pod that is to be scheduled, with its terms. */
interface Subject {
  readonly pod: PodInfo
  readonly affinity: readonly AffinityTerm[]
  readonly antiAffinity: readonly AffinityTerm[]
  readonly namespaceLabels: Readonly<Record<string, string>>
}

/** Numbers of pods by domain. */
interface Counts {
  /** Pods that match all affinity terms of the pod. */
  readonly affinity: TopologyCounts
  /** Pods that match an anti-affinity term of the pod. */
  readonly antiAffinity: TopologyCounts
  /** Pods with an anti-affinity term that matches the pod. */
  readonly existing: TopologyCounts
}

/** Keeps the required affinity and anti-affinity of one pod and of those that run. Source: plugins/interpodaffinity/filtering.go. */
export class AffinityFilter implements NodeFilter {
  readonly #subject: Subject
  readonly #counts: Counts

  private constructor(subject: Subject, counts: Counts) {
    this.#subject = subject
    this.#counts = counts
  }

  /** Nothing where neither the pod nor others have a say. */
  static of(state: ClusterState, namespaces: NamespaceLabels, pod: PodInfo): AffinityFilter | undefined {
    const affinity = namespaces.resolve(pod.requiredAffinity)
    const antiAffinity = namespaces.resolve(pod.requiredAntiAffinity)
    const subject = { pod, affinity, antiAffinity, namespaceLabels: namespaces.of(pod.namespace) }
    const counts = {
      affinity: new TopologyCounts(),
      antiAffinity: new TopologyCounts(),
      existing: new TopologyCounts(),
    }
    const filter = new AffinityFilter(subject, counts)
    for (const { node, labels, podsWithRequiredAntiAffinity } of state.nodesWithRequiredAntiAffinity)
      if (node !== undefined) for (const each of podsWithRequiredAntiAffinity) filter.#countExisting(each, labels, 1)
    const hasTerms = affinity.length > 0 || antiAffinity.length > 0
    if (!hasTerms) return counts.existing.isEmpty ? undefined : filter
    for (const { labels, pods } of state.nodes) for (const each of pods.values()) filter.#countOwn(each, labels, 1)
    return filter
  }

  filter({ labels }: NodeInfo): Rejection | undefined {
    if (!this.#hasAffinity(labels)) return noAffinity
    const { antiAffinity } = this.#counts
    if (!antiAffinity.isEmpty)
      for (const { topologyKey } of this.#subject.antiAffinity) {
        const value = labels[topologyKey]
        if (value !== undefined && antiAffinity.get(topologyKey, value) > 0) return hasAntiAffinity
      }
    return this.#counts.existing.hasAny(labels) ? othersHaveAntiAffinity : undefined
  }

  addPod(pod: PodInfo, { labels }: NodeInfo): void {
    this.#countExisting(pod, labels, 1)
    this.#countOwn(pod, labels, 1)
  }

  removePod(pod: PodInfo, { labels }: NodeInfo): void {
    this.#countExisting(pod, labels, -1)
    this.#countOwn(pod, labels, -1)
  }

  clone(): AffinityFilter {
    const { affinity, antiAffinity, existing } = this.#counts
    const counts = { affinity: affinity.clone(), antiAffinity: antiAffinity.clone(), existing: existing.clone() }
    return new AffinityFilter(this.#subject, counts)
  }

  /** The first pod of a group that wants to be together may run where all its topologies are. */
  #hasAffinity(labels: NodeInfo['labels']): boolean {
    const { affinity, pod } = this.#subject
    let podsExist = true
    for (const { topologyKey } of affinity) {
      const value = labels[topologyKey]
      if (value === undefined) return false
      if (this.#counts.affinity.get(topologyKey, value) <= 0) podsExist = false
    }
    return podsExist || (this.#counts.affinity.isEmpty && matchesAll(affinity, pod))
  }

  #countExisting(pod: PodInfo, labels: NodeInfo['labels'], by: 1 | -1): void {
    const { pod: subject, namespaceLabels } = this.#subject
    for (const term of pod.requiredAntiAffinity)
      if (termMatches(term, subject, namespaceLabels)) this.#counts.existing.add(labels, term.topologyKey, by)
  }

  #countOwn(pod: PodInfo, labels: NodeInfo['labels'], by: 1 | -1): void {
    const { affinity, antiAffinity } = this.#subject
    if (affinity.length > 0 && matchesAll(affinity, pod))
      for (const { topologyKey } of affinity) this.#counts.affinity.add(labels, topologyKey, by)
    for (const term of antiAffinity)
      if (termMatches(term, pod, {})) this.#counts.antiAffinity.add(labels, term.topologyKey, by)
  }
}

/** Whether all terms match a pod; namespaces that they select are in their names. */
export function matchesAll(terms: readonly AffinityTerm[], pod: LabelledPod): boolean {
  return terms.length > 0 && terms.every((term) => termMatches(term, pod, {}))
}
