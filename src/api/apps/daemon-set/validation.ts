import { deepEqual } from '../../../descriptor/deep-equal.js'
import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { notSupportedStruct } from '../../core/internal-form/internal-json.js'
import type { PodValidationOptions } from '../../core/pod/pod-options.js'
import {
  invalidSelector,
  isEmptySelector,
  mismatchErrors,
  selectorOf,
  validateRunsForever,
} from '../../core/pod-template/pod-template-owner.js'
import { validatePodTemplateSpec } from '../../core/pod-template/pod-template-spec.js'
import { validateCollisionCount, validateCounts } from '../../core/resource-list/counts.js'
import { podTemplateSpecDescriptor } from '../../core/v1/descriptors.gen.js'
import { isSet, memberOf } from '../../validation/go-values.js'
import {
  intOrPercentValue,
  validateAtMost100Percent,
  validatePositiveIntOrPercent,
} from '../../validation/int-or-percent.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { immutableSelectorErrors } from '../immutable-selector.js'
import type { DaemonSet, DaemonSetUpdateStrategy, RollingUpdateDaemonSet } from '../v1/types.gen.js'

/** Where the generation of the template is in versions that have no field for it. */
export const templateGenerationAnnotation = 'deprecated.daemonset.template.generation'

/** The generation of the template of a DaemonSet. */
export function templateGenerationOf({ metadata }: DaemonSet): number {
  return Number(memberOf(metadata?.annotations, templateGenerationAnnotation) ?? 0)
}

/** Checks a new DaemonSet. */
export function validateDaemonSet(set: DaemonSet, options: PodValidationOptions): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(set.metadata, rules, fieldPath('metadata'))
  appendAll(errors, specErrors(set, options))
  return errors
}

/** Checks a changed DaemonSet. */
export function validateDaemonSetUpdate(set: DaemonSet, old: DaemonSet, options: PodValidationOptions): FieldError[] {
  const errors = validateObjectMetaUpdate(set.metadata, old.metadata, fieldPath('metadata'))
  errors.push(...generationErrors(set, old))
  errors.push(...immutableSelectorErrors(set.spec?.selector, old.spec?.selector))
  appendAll(errors, specErrors(set, options))
  return errors
}

function generationErrors(set: DaemonSet, old: DaemonSet): FieldError[] {
  const path = fieldPath('spec', 'templateGeneration')
  const [now, before] = [templateGenerationOf(set), templateGenerationOf(old)]
  const same = deepEqual(podTemplateSpecDescriptor, set.spec?.template, old.spec?.template)
  const errors = now < before ? [invalid(path, now, 'must not be decremented')] : []
  if (now === before && !same) errors.push(invalid(path, now, 'must be incremented upon template update'))
  if (now > before && same) errors.push(invalid(path, now, 'must not be incremented without template update'))
  return errors
}

function specErrors(set: DaemonSet, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('spec')
  const minReadySeconds = set.spec?.minReadySeconds ?? 0
  const { selector, template, updateStrategy, revisionHistoryLimit } = set.spec ?? {}
  const { allowInvalidLabelValueInSelector } = options
  const at = path.child('selector')
  const errors = validateLabelSelector(selector, { allowInvalidLabelValueInSelector }, at)
  const meant = selectorOf(selector)
  if (meant !== undefined) errors.push(...mismatchErrors(template, meant, path.child('template')))
  if (isSet(selector) && isEmptySelector(selector)) {
    errors.push(invalidSelector(selector, at, 'empty selector is invalid for daemonset'))
  }
  appendAll(errors, validatePodTemplateSpec(template, path.child('template'), options))
  errors.push(...validateRunsForever(template, 'DaemonSet', path.child('template')))
  errors.push(...validateNonnegativeField(minReadySeconds, path.child('minReadySeconds')))
  errors.push(...validateNonnegativeField(templateGenerationOf(set), path.child('templateGeneration')))
  errors.push(...strategyErrors(updateStrategy ?? {}, path.child('updateStrategy')))
  if (!isSet(revisionHistoryLimit)) return errors
  return [...errors, ...validateNonnegativeField(revisionHistoryLimit, path.child('revisionHistoryLimit'))]
}

function strategyErrors(strategy: DaemonSetUpdateStrategy, path: FieldPath): FieldError[] {
  const type = strategy.type ?? ''
  const { rollingUpdate } = strategy
  const at = path.child('rollingUpdate')
  if (type === 'OnDelete') return []
  if (type === 'RollingUpdate')
    return isSet(rollingUpdate) ? rollingUpdateErrors(rollingUpdate, at) : [required(at, '')]
  const detail = 'supported values: "RollingUpdate", "OnDelete"'
  return [notSupportedStruct('DaemonSetUpdateStrategy', strategy, { path, detail })]
}

function rollingUpdateErrors({ maxUnavailable, maxSurge }: RollingUpdateDaemonSet, path: FieldPath): FieldError[] {
  const [unavailableAt, surgeAt] = [path.child('maxUnavailable'), path.child('maxSurge')]
  const errors = [
    ...validatePositiveIntOrPercent(maxUnavailable, unavailableAt),
    ...validatePositiveIntOrPercent(maxSurge, surgeAt),
    ...validateAtMost100Percent(maxUnavailable, unavailableAt),
    ...validateAtMost100Percent(maxSurge, surgeAt),
  ]
  const [hasUnavailable, hasSurge] = [intOrPercentValue(maxUnavailable) !== 0, intOrPercentValue(maxSurge) !== 0]
  if (hasUnavailable && hasSurge) {
    errors.push(invalid(surgeAt, maxSurge ?? 0, 'may not be set when maxUnavailable is non-zero').withJSONText())
  }
  if (!hasUnavailable && !hasSurge) errors.push(required(unavailableAt, 'cannot be 0 when maxSurge is 0'))
  return errors
}

const counts = [
  'currentNumberScheduled',
  'numberMisscheduled',
  'desiredNumberScheduled',
  'numberReady',
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
] as const

/** Checks the status of a DaemonSet. */
export function validateDaemonSetStatusUpdate(set: DaemonSet, old: DaemonSet): FieldError[] {
  const path = fieldPath('status')
  const status = set.status ?? {}
  return [
    ...validateObjectMetaUpdate(set.metadata, old.metadata, fieldPath('metadata')),
    ...validateCounts(status as Partial<Record<(typeof counts)[number], number>>, counts, path),
    ...validateCollisionCount((status as { collisionCount?: number }).collisionCount, old.status?.collisionCount, path),
  ]
}
