import type { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import { PodTemplate, type PodTemplateSpec } from 'apimachinery/api/core/v1'
import { deepEqual } from 'apimachinery/descriptor'
import { timeOf } from '../pod-control/pod-state.js'
import { revisionOf } from './deployment-annotations.js'
import { replicasOf } from './rollout-limits.js'

/** The label by which the pods of one template are told apart. */
export const hashLabel = 'pod-template-hash'

/** A list of sets in another order: the older first, of one second by name. */
export function byAge(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return [...sets].sort(compareAges)
}

/** The younger first. */
export function byYouth(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return [...sets].sort((a, b) => compareAges(b, a))
}

/** The larger first, and the younger or the older where they are of one size. */
export function bySize(sets: readonly ReplicaSet[], among: 'younger' | 'older'): ReplicaSet[] {
  const sign = among === 'older' ? 1 : -1
  return [...sets].sort((a, b) => replicasOf(b) - replicasOf(a) || sign * compareAges(a, b))
}

/** The lower revision first. */
export function byRevision(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return [...sets].sort((a, b) => {
    const [first, second] = [revisionOf(a), revisionOf(b)]
    if (first === undefined || second === undefined) return compareAges(a, b)
    return first - second || compareAges(a, b)
  })
}

function compareAges({ metadata: a }: ReplicaSet, { metadata: b }: ReplicaSet): number {
  const difference = (timeOf(a?.creationTimestamp) ?? 0) - (timeOf(b?.creationTimestamp) ?? 0)
  return difference || ((a?.name ?? '') < (b?.name ?? '') ? -1 : 1)
}

/** Those that are asked for pods. */
export function activeSets(sets: readonly ReplicaSet[]): ReplicaSet[] {
  return sets.filter((set) => replicasOf(set) > 0)
}

/** The oldest set that has a deployment's template. */
export function newestSetOf({ spec }: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined {
  const template = spec?.template ?? {}
  return byAge(sets).find((set) => sameTemplate(set.spec?.template ?? {}, template))
}

/** The set that is to be scaled alone: the only one with pods, or the latest where none has; undefined where several have. */
export function activeOrLatest(newest: ReplicaSet | undefined, old: readonly ReplicaSet[]): ReplicaSet | undefined {
  const active = activeSets(newest === undefined ? old : [...old, newest])
  if (active.length > 0) return active.length === 1 ? active[0] : undefined
  return newest ?? byYouth(old)[0]
}

/** Whether templates are equal but for the label with their hash. */
export function sameTemplate(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return deepEqual(templateType, withoutHash(a), withoutHash(b))
}

const templateType = PodTemplate.descriptor.propertyByName.get('template')!.type

/** A template without the label with its hash. */
export function withoutHash(template: PodTemplateSpec): PodTemplateSpec {
  const { [hashLabel]: hash, ...labels } = template.metadata?.labels ?? {}
  return hash === undefined ? template : { ...template, metadata: { ...template.metadata, labels } }
}
