import { appendAll } from '../../../internal/append-all.js'
import type { Selector } from '../../../labels/selector.js'
import { type FieldError, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import type { PodValidationOptions } from '../../core/pod/pod-options.js'
import {
  invalidSelector,
  mismatchErrors,
  selectorOf,
  validateFilledSelector,
  validateRunsForever,
} from '../../core/pod-template/pod-template-owner.js'
import { validatePodTemplateSpec } from '../../core/pod-template/pod-template-spec.js'
import { validateAtMost, validateCounts } from '../../core/resource-list/counts.js'
import type { PodTemplateSpec } from '../../core/v1/types.gen.js'
import { isSet } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { immutableSelectorErrors } from '../immutable-selector.js'
import type { ReplicaSet, ReplicaSetSpec } from '../v1/types.gen.js'

/** Checks a new ReplicaSet. */
export function validateReplicaSet(set: ReplicaSet, options: PodValidationOptions): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(set.metadata, rules, fieldPath('metadata'))
  appendAll(errors, specErrors(set, options))
  return errors
}

/** Checks a changed ReplicaSet. */
export function validateReplicaSetUpdate(
  set: ReplicaSet,
  old: ReplicaSet,
  options: PodValidationOptions,
): FieldError[] {
  const errors = validateObjectMetaUpdate(set.metadata, old.metadata, fieldPath('metadata'))
  appendAll(errors, specErrors(set, options))
  return [...errors, ...immutableSelectorErrors(set.spec?.selector, old.spec?.selector)]
}

function specErrors({ spec }: ReplicaSet, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('spec')
  const minReadySeconds = spec?.minReadySeconds ?? 0
  const { replicas, selector, template } = spec ?? {}
  const errors = validateNonnegativeField(replicas ?? 0, path.child('replicas'))
  errors.push(...validateNonnegativeField(minReadySeconds, path.child('minReadySeconds')))
  appendAll(errors, validateSelectedTemplate({ selector, template }, path, options))
  return errors
}

/** Checks the selector and the template in the spec of a ReplicaSet or a Deployment, which is at `path`. */
export function validateSelectedTemplate(
  { selector, template }: Partial<Pick<ReplicaSetSpec, 'selector' | 'template'>>,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const at = path.child('selector')
  const errors = isSet(selector) ? validateFilledSelector(selector, 'deployment', at) : [required(at, '')]
  const parsed = selectorOf(selector)
  if (parsed === undefined) return [...errors, invalidSelector(selector, at, 'invalid label selector')]
  appendAll(errors, validateTemplateForReplicaSet({ template, selector: parsed }, path.child('template'), options))
  return errors
}

/** Checks a template whose pods a ReplicaSet keeps running. */
export function validateTemplateForReplicaSet(
  { template, selector }: { readonly template: PodTemplateSpec | null | undefined; readonly selector: Selector },
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors = selector.isEmpty() ? [] : mismatchErrors(template, selector, path)
  appendAll(errors, validatePodTemplateSpec(template, path, options))
  return [...errors, ...validateRunsForever(template, 'ReplicaSet', path)]
}

const counts = [
  'replicas',
  'fullyLabeledReplicas',
  'readyReplicas',
  'availableReplicas',
  'observedGeneration',
  'terminatingReplicas',
] as const

/** Checks the status of a ReplicaSet. */
export function validateReplicaSetStatusUpdate(set: ReplicaSet, old: ReplicaSet): FieldError[] {
  const path = fieldPath('status')
  const status = set.status ?? { replicas: 0 }
  const detail = 'cannot be greater than status.replicas'
  const ready = { most: 'readyReplicas', detail: 'cannot be greater than readyReplicas', path } as const
  return [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, fieldPath('metadata')),
    ...validateCounts(status, counts, path),
    ...validateAtMost(status, counts.slice(1, 4), { most: 'replicas', detail, path }),
    ...validateAtMost(status, ['availableReplicas'], ready),
  ]
}
