import { appendAll } from '../../../internal/append-all.js'
import { selectorFromSet } from '../../../labels/selector.js'
import { type FieldError, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { longNameErrors } from '../../validation/field-rules.js'
import { isSet } from '../../validation/go-values.js'
import { validateObjectMetaUpdate, validateObjectMetaWithOpts } from '../../validation/object-meta.js'
import type { PodValidationOptions } from '../pod/pod-options.js'
import { mismatchErrors, validateRunsForever } from '../pod-template/pod-template-owner.js'
import { validatePodTemplateSpec } from '../pod-template/pod-template-spec.js'
import { validateAtMost, validateCounts } from '../resource-list/counts.js'
import type { ReplicationController } from '../v1/types.gen.js'

/** Checks a new ReplicationController. */
export function validateReplicationController(rc: ReplicationController, options: PodValidationOptions): FieldError[] {
  const rules = { requiresNamespace: true, validateName: longNameErrors }
  const errors = validateObjectMetaWithOpts(rc.metadata, rules, fieldPath('metadata'))
  appendAll(errors, specErrors(rc, options))
  return errors
}

/** Checks a changed ReplicationController. */
export function validateReplicationControllerUpdate(
  rc: ReplicationController,
  old: ReplicationController,
  options: PodValidationOptions,
): FieldError[] {
  const errors = validateObjectMetaUpdate(rc.metadata, old.metadata, fieldPath('metadata'))
  appendAll(errors, specErrors(rc, options))
  return errors
}

function specErrors({ spec }: ReplicationController, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('spec')
  const minReadySeconds = spec?.minReadySeconds ?? 0
  const { selector, replicas, template } = spec ?? {}
  const errors = validateNonnegativeField(minReadySeconds, path.child('minReadySeconds'))
  const labels = selectorFromSet(selector ?? {})
  if (labels.isEmpty()) errors.push(required(path.child('selector'), ''))
  if (!isSet(replicas)) errors.push(required(path.child('replicas'), ''))
  else errors.push(...validateNonnegativeField(replicas, path.child('replicas')))
  const at = path.child('template')
  if (!isSet(template)) return [...errors, required(at, '')]
  if (!labels.isEmpty()) errors.push(...mismatchErrors(template, labels, at))
  appendAll(errors, validatePodTemplateSpec(template, at, options))
  return [...errors, ...validateRunsForever(template, 'ReplicationController', at)]
}

const counts = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration'] as const

/** Checks the status of a ReplicationController. */
export function validateReplicationControllerStatusUpdate(
  rc: ReplicationController,
  old: ReplicationController,
): FieldError[] {
  const path = fieldPath('status')
  const status = rc.status ?? { replicas: 0 }
  const detail = 'cannot be greater than status.replicas'
  const ready = { most: 'readyReplicas', detail: 'cannot be greater than readyReplicas', path } as const
  return [
    ...validateObjectMetaUpdate(rc.metadata, old.metadata, fieldPath('metadata')),
    ...validateCounts(status, counts, path),
    ...validateAtMost(status, counts.slice(1, 4), { most: 'replicas', detail, path }),
    ...validateAtMost(status, ['availableReplicas'], ready),
  ]
}
