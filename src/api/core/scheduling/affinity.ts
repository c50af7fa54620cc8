import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { validateLabelName } from '../../../validation/labels.js'
import { validateNamespaceName } from '../../../validation/object-name-rules.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import type { PodCheck } from '../pod/pod-check.js'
import type { Affinity, PodAffinity, PodAffinityTerm, PodAntiAffinity } from '../v1/types.gen.js'
import { validateMatchLabelKeys } from './match-label-keys.js'
import { validateNodeAffinity, weightErrors } from './node-selector.js'

/** Checks the wishes of a pod for nodes and for the neighbourhood of other pods. */
export function validateAffinity(affinity: Affinity, path: FieldPath, { errors, options }: PodCheck): void {
  const { nodeAffinity, podAffinity, podAntiAffinity } = affinity
  if (isSet(nodeAffinity)) {
    const allowInvalidLabelValue = options.allowInvalidLabelValueInRequiredNodeAffinity
    appendAll(errors, validateNodeAffinity(nodeAffinity, path.child('nodeAffinity'), { allowInvalidLabelValue }))
  }
  const allowInvalid = options.allowInvalidLabelValueInSelector
  if (isSet(podAffinity)) appendAll(errors, podErrors(podAffinity, allowInvalid, path.child('podAffinity')))
  if (isSet(podAntiAffinity)) appendAll(errors, podErrors(podAntiAffinity, allowInvalid, path.child('podAntiAffinity')))
}

function podErrors(affinity: PodAffinity | PodAntiAffinity, allowInvalid: boolean, path: FieldPath): FieldError[] {
  const must = structsOf(affinity.requiredDuringSchedulingIgnoredDuringExecution)
  const may = structsOf(affinity.preferredDuringSchedulingIgnoredDuringExecution)
  const mustPath = path.child('requiredDuringSchedulingIgnoredDuringExecution')
  const mayPath = path.child('preferredDuringSchedulingIgnoredDuringExecution')
  return [
    ...must.flatMap((term, i) => termErrors(term, allowInvalid, mustPath.index(i))),
    ...may.flatMap(({ weight, podAffinityTerm }, i) => [
      ...weightErrors(weight, mayPath.index(i).child('weight')),
      ...termErrors(podAffinityTerm ?? {}, allowInvalid, mayPath.index(i).child('podAffinityTerm')),
    ]),
  ]
}

function termErrors(term: PodAffinityTerm, allowInvalid: boolean, path: FieldPath): FieldError[] {
  const errors = validatePodAffinityTermSelector(term, allowInvalid, path)
  for (const name of textsOf(term.namespaces)) {
    for (const problem of validateNamespaceName(name, false)) {
      errors.push(invalid(path.child('namespace'), name, problem))
    }
  }
  errors.push(...validateMatchLabelKeys(term, term.labelSelector, path))
  const key = term.topologyKey ?? ''
  if (key === '') errors.push(required(path.child('topologyKey'), 'can not be empty'))
  return [...errors, ...validateLabelName(key, path.child('topologyKey'))]
}

/** Checks the selectors of pods and namespaces of a term. */
export function validatePodAffinityTermSelector(
  term: PodAffinityTerm,
  allowInvalid: boolean,
  path: FieldPath,
): FieldError[] {
  const options = { allowInvalidLabelValueInSelector: allowInvalid }
  return [
    ...validateLabelSelector(term.labelSelector, options, path.child('labelSelector')),
    ...validateLabelSelector(term.namespaceSelector, options, path.child('namespaceSelector')),
  ]
}
