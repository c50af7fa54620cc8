import type { LabelSelector } from '../../../meta/v1/types.gen.js'
import { timeFromDate } from '../../../scalar/time.js'
import { fieldPath } from '../../../validation/field-path.js'
import { isSet, memberOf, structsOf, textsOf } from '../../validation/go-values.js'
import { allContainers } from '../container/all-containers.js'
import { appArmorProfileOf, isSameProfile } from '../container/app-armor-annotations.js'
import { validateAppArmorProfileField } from '../container/profiles.js'
import type { AppArmorProfile, Pod, PodAffinityTerm, PodSpec } from '../v1/types.gen.js'
import { appArmorAnnotationPrefix } from './pod-annotation-keys.js'

/** A pod with scheduling gates gets a condition that it waits for them. */
export function addSchedulingGatedCondition(pod: Pod, now: Date): void {
  if (structsOf(pod.spec?.schedulingGates).length === 0) return
  pod.status ??= {}
  pod.status.conditions = [
    {
      type: 'PodScheduled',
      status: 'False',
      lastTransitionTime: timeFromDate(now),
      reason: 'SchedulingGated',
      message: 'Scheduling is blocked due to non-empty scheduling gates',
    },
  ]
}

/** Selectors take values from the pod's own labels on request. */
export function mergeLabelKeys(pod: Pod, enabled: (gate: string) => boolean): void {
  const labels = pod.metadata?.labels
  if (!isSet(pod.spec)) return
  for (const term of affinityTerms(pod.spec)) {
    addExpressions(term.labelSelector, { keys: textsOf(term.matchLabelKeys), operator: 'In', labels })
    addExpressions(term.labelSelector, { keys: textsOf(term.mismatchLabelKeys), operator: 'NotIn', labels })
  }
  if (!enabled('MatchLabelKeysInPodTopologySpread')) return
  if (!enabled('MatchLabelKeysInPodTopologySpreadSelectorMerge')) return
  for (const { labelSelector, matchLabelKeys } of structsOf(pod.spec.topologySpreadConstraints)) {
    addExpressions(labelSelector, { keys: textsOf(matchLabelKeys), operator: 'In', labels })
  }
}

function affinityTerms({ affinity }: PodSpec): readonly PodAffinityTerm[] {
  return [affinity?.podAffinity, affinity?.podAntiAffinity].flatMap((given) => [
    ...structsOf(given?.preferredDuringSchedulingIgnoredDuringExecution).map((term) => term.podAffinityTerm ?? {}),
    ...structsOf(given?.requiredDuringSchedulingIgnoredDuringExecution),
  ])
}

interface CopiedLabels {
  readonly keys: readonly string[]
  readonly operator: 'In' | 'NotIn'
  readonly labels: Readonly<Record<string, string>> | undefined
}

function addExpressions(selector: LabelSelector | null | undefined, { keys, operator, labels }: CopiedLabels): void {
  if (!isSet(selector)) return
  for (const key of keys) {
    const value = memberOf(labels, key)
    if (value === undefined) continue
    selector.matchExpressions ??= []
    selector.matchExpressions.push({ key, operator, values: [value] })
  }
}

/** Gives containers the AppArmor profile that only an annotation has, and calls `warn` about the annotation. */
export function applyAppArmorAnnotations(pod: Pod, warn: (text: string) => void): void {
  const { spec, metadata } = pod
  if (!isSet(spec) || !isSet(metadata?.annotations) || spec.os?.name === 'windows') return
  for (const { container } of allContainers(spec, fieldPath('spec'))) {
    const key = appArmorAnnotationPrefix + (container.name ?? '')
    const annotation = memberOf(metadata.annotations, key)
    if (annotation === undefined || isSet(container.securityContext?.appArmorProfile)) continue
    const profile = validProfile(annotation)
    if (profile !== undefined && isSameProfile(profile, spec.securityContext?.appArmorProfile)) continue
    if (profile !== undefined) {
      container.securityContext ??= {}
      container.securityContext.appArmorProfile = profile
    }
    const at = fieldPath('metadata', 'annotations').key(key)
    warn(`${at}: deprecated since v1.30; use the "appArmorProfile" field instead`)
  }
}

function validProfile(annotation: string): AppArmorProfile | undefined {
  const profile = appArmorProfileOf(annotation)
  return profile !== undefined && validateAppArmorProfileField(profile, fieldPath('')).length === 0
    ? profile
    : undefined
}
