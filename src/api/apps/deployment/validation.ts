import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, forbidden, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { notSupportedStruct } from '../../core/internal-form/internal-json.js'
import type { PodValidationOptions } from '../../core/pod/pod-options.js'
import { validateAtMost, validateCollisionCount, validateCounts } from '../../core/resource-list/counts.js'
import { isSet, memberOf } from '../../validation/go-values.js'
import {
  intOrPercentValue,
  validateAtMost100Percent,
  validatePositiveIntOrPercent,
} from '../../validation/int-or-percent.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { immutableSelectorErrors } from '../immutable-selector.js'
import { validateSelectedTemplate } from '../replica-set/validation.js'
import type { Deployment, DeploymentStrategy, RollingUpdateDeployment } from '../v1/types.gen.js'

/** Where the revision to roll back to is in versions that have no field for it. */
const rollbackAnnotation = 'deprecated.deployment.rollback.to'

/** Checks a new Deployment. */
export function validateDeployment(deployment: Deployment, options: PodValidationOptions): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(deployment.metadata, rules, fieldPath('metadata'))
  appendAll(errors, specErrors(deployment, options))
  return errors
}

/** Checks a changed Deployment. */
export function validateDeploymentUpdate(
  deployment: Deployment,
  old: Deployment,
  options: PodValidationOptions,
): FieldError[] {
  const errors = validateObjectMetaUpdate(deployment.metadata, old.metadata, fieldPath('metadata'))
  appendAll(errors, specErrors(deployment, options))
  return [...errors, ...immutableSelectorErrors(deployment.spec?.selector, old.spec?.selector)]
}

function specErrors({ spec, metadata }: Deployment, options: PodValidationOptions): FieldError[] {
  const path = fieldPath('spec')
  const minReadySeconds = spec?.minReadySeconds ?? 0
  const { replicas, selector, template, strategy, revisionHistoryLimit } = spec ?? {}
  const errors = validateNonnegativeField(replicas ?? 0, path.child('replicas'))
  appendAll(errors, validateSelectedTemplate({ selector, template }, path, options))
  errors.push(...strategyErrors(strategy ?? {}, path.child('strategy')))
  errors.push(...validateNonnegativeField(minReadySeconds, path.child('minReadySeconds')))
  if (isSet(revisionHistoryLimit)) {
    errors.push(...validateNonnegativeField(revisionHistoryLimit, path.child('revisionHistoryLimit')))
  }
  const revision = Number(memberOf(metadata?.annotations, rollbackAnnotation) ?? 0)
  if (revision < 0) errors.push(...validateNonnegativeField(revision, path.child('rollback', 'version')))
  return [...errors, ...deadlineErrors(spec?.progressDeadlineSeconds, minReadySeconds, path)]
}

function deadlineErrors(seconds: number | null | undefined, minReadySeconds: number, path: FieldPath): FieldError[] {
  if (!isSet(seconds)) return []
  const at = path.child('progressDeadlineSeconds')
  const errors = validateNonnegativeField(seconds, at)
  if (seconds <= minReadySeconds) errors.push(invalid(at, seconds, 'must be greater than minReadySeconds'))
  return errors
}

function strategyErrors(strategy: DeploymentStrategy, path: FieldPath): FieldError[] {
  const type = strategy.type ?? ''
  const { rollingUpdate } = strategy
  const at = path.child('rollingUpdate')
  switch (type) {
    case 'Recreate':
      return isSet(rollingUpdate) ? [forbidden(at, "may not be specified when strategy `type` is 'Recreate'")] : []
    case 'RollingUpdate':
      if (isSet(rollingUpdate)) return rollingUpdateErrors(rollingUpdate, at)
      return [required(at, 'this should be defaulted and never be nil')]
    default: {
      const detail = 'supported values: "Recreate", "RollingUpdate"'
      return [notSupportedStruct('DeploymentStrategy', strategy, { path, detail })]
    }
  }
}

function rollingUpdateErrors({ maxUnavailable, maxSurge }: RollingUpdateDeployment, path: FieldPath): FieldError[] {
  const at = path.child('maxUnavailable')
  const errors = [
    ...validatePositiveIntOrPercent(maxUnavailable, at),
    ...validatePositiveIntOrPercent(maxSurge, path.child('maxSurge')),
  ]
  if (intOrPercentValue(maxUnavailable) === 0 && intOrPercentValue(maxSurge) === 0) {
    errors.push(invalid(at, maxUnavailable ?? 0, 'may not be 0 when `maxSurge` is 0').withJSONText())
  }
  return [...errors, ...validateAtMost100Percent(maxUnavailable, at)]
}

const counts = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
] as const

/** Checks the status of a Deployment. */
export function validateDeploymentStatusUpdate(deployment: Deployment, old: Deployment): FieldError[] {
  const path = fieldPath('status')
  const status = deployment.status ?? {}
  const detail = 'cannot be greater than status.replicas'
  const ready = { most: 'readyReplicas', detail: 'cannot be greater than readyReplicas', path } as const
  return [
    ...validateObjectMetaUpdate(deployment.metadata, old.metadata, fieldPath('metadata')),
    ...validateCounts(status, counts, path),
    ...validateAtMost(status, counts.slice(2, 5), { most: 'replicas', detail, path }),
    ...validateAtMost(status, ['availableReplicas'], ready),
    ...validateCollisionCount(status.collisionCount, old.status?.collisionCount, path),
  ]
}
