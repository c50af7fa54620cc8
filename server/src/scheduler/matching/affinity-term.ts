import type { PodAffinityTerm, WeightedPodAffinityTerm } from 'apimachinery/api/core/v1'
import { labelSelectorAsSelector, type Selector } from 'apimachinery/labels'

type Labels = Readonly<Record<string, string>>

/** A term of a pod's affinity or anti-affinity to other pods, parsed. Source: `AffinityTerm` of k8s.io/kube-scheduler/framework. */
export interface AffinityTerm {
  readonly topologyKey: string
  readonly namespaces: ReadonlySet<string>
  readonly namespaceSelector: Selector
  readonly selector: Selector
}

/** A term that a pod prefers. */
export interface WeightedAffinityTerm extends AffinityTerm {
  readonly weight: number
}

/** A pod as terms look at it. */
export interface LabelledPod {
  readonly namespace: string
  readonly labels: Labels
}

/** Whether a term is about a pod, in a namespace with these labels. */
export function termMatches(term: AffinityTerm, pod: LabelledPod, namespaceLabels: Labels): boolean {
  if (!term.namespaces.has(pod.namespace) && !term.namespaceSelector.matches(namespaceLabels)) return false
  return term.selector.matches(pod.labels)
}

/** Parses terms. A pod in the store has valid selectors. */
export function affinityTerms(
  { namespace }: Pick<LabelledPod, 'namespace'>,
  terms: readonly PodAffinityTerm[] | undefined,
): AffinityTerm[] {
  return (terms ?? []).map((term) => affinityTerm(namespace, term))
}

/** Parses preferred terms. */
export function weightedTerms(
  { namespace }: Pick<LabelledPod, 'namespace'>,
  terms: readonly WeightedPodAffinityTerm[] | undefined,
): WeightedAffinityTerm[] {
  return (terms ?? []).map(({ weight, podAffinityTerm }) => ({ ...affinityTerm(namespace, podAffinityTerm), weight }))
}

function affinityTerm(namespace: string, term: PodAffinityTerm): AffinityTerm {
  const { namespaces = [], namespaceSelector, labelSelector, topologyKey } = term
  const own = namespaces.length === 0 && namespaceSelector === undefined
  return {
    topologyKey,
    namespaces: new Set(own ? [namespace] : namespaces),
    namespaceSelector: labelSelectorAsSelector(namespaceSelector),
    selector: labelSelectorAsSelector(labelSelector),
  }
}
