import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { amountOf } from '../../core/resource-list/resource-amounts.js'
import { validateNonnegativeQuantity } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../v2/types.gen.js'
import { validateMetrics } from './metric-spec.js'
import {
  apiVersionProblem,
  type ObjectReferenceOptions,
  validateCrossVersionObjectReference,
} from './object-reference.js'

const maxPeriod = 1800
const maxWindow = 3600
const selectPolicies = ['Disabled', 'Max', 'Min']
const policyTypes = ['Percent', 'Pods']

/** Which features decide about autoscalers. */
export interface AutoscalerFeatures {
  /** The gate `HPAScaleToZero`. */
  readonly scaleToZero: boolean
}

interface SpecOptions {
  readonly fewestReplicas: number
  readonly target: ObjectReferenceOptions
  readonly metrics: ObjectReferenceOptions
}

/** Checks a new HorizontalPodAutoscaler. */
export function validateHorizontalPodAutoscaler(
  autoscaler: HorizontalPodAutoscaler,
  features: AutoscalerFeatures,
): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(autoscaler.metadata, rules, fieldPath('metadata')),
    ...specErrors(autoscaler.spec, autoscalerSpecOptions(autoscaler, undefined, features), fieldPath('spec')),
  ]
}

/** Checks a changed HorizontalPodAutoscaler. */
export function validateHorizontalPodAutoscalerUpdate(
  autoscaler: HorizontalPodAutoscaler,
  old: HorizontalPodAutoscaler,
  features: AutoscalerFeatures,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(autoscaler.metadata, old.metadata, fieldPath('metadata')),
    ...specErrors(autoscaler.spec, autoscalerSpecOptions(autoscaler, old, features), fieldPath('spec')),
  ]
}

/** Checks a changed status of a HorizontalPodAutoscaler. */
export function validateHorizontalPodAutoscalerStatusUpdate(
  autoscaler: HorizontalPodAutoscaler,
  old: HorizontalPodAutoscaler,
): readonly FieldError[] {
  const { currentReplicas, desiredReplicas, conditions } = autoscaler.status ?? {}
  const path = fieldPath('status', 'conditions')
  return [
    ...validateObjectMetaUpdate(autoscaler.metadata, old.metadata, fieldPath('metadata')),
    ...structsOf(conditions).flatMap(({ observedGeneration }, i) =>
      validateNonnegativeField(observedGeneration ?? 0, path.index(i).child('observedGeneration')),
    ),
    ...validateNonnegativeField(currentReplicas ?? 0, fieldPath('status', 'currentReplicas')),
    ...validateNonnegativeField(desiredReplicas ?? 0, fieldPath('status', 'desiredReplicas')),
  ]
}

/** What the old object has stays allowed. */
function autoscalerSpecOptions(
  autoscaler: HorizontalPodAutoscaler,
  old: HorizontalPodAutoscaler | undefined,
  { scaleToZero }: AutoscalerFeatures,
): SpecOptions {
  const now = autoscaler.spec?.scaleTargetRef
  const before = old?.spec?.scaleTargetRef
  const sameTarget =
    old !== undefined &&
    (now?.apiVersion ?? '') === (before?.apiVersion ?? '') &&
    (now?.kind ?? '') === (before?.kind ?? '')
  const metrics = { allowInvalidVersion: false, allowEmptyGroup: true }
  const oldIsInvalid = structsOf(old?.spec?.metrics).some(
    ({ type, object }) =>
      type === 'Object' &&
      isSet(object) &&
      apiVersionProblem(object.describedObject?.apiVersion ?? '', metrics) !== undefined,
  )
  return {
    fewestReplicas: scaleToZero || old?.spec?.minReplicas === 0 ? 0 : 1,
    target: { allowInvalidVersion: sameTarget, allowEmptyGroup: !sameTarget && now?.kind === 'ReplicationController' },
    metrics: { ...metrics, allowInvalidVersion: oldIsInvalid },
  }
}

function specErrors(
  given: HorizontalPodAutoscalerSpec | null | undefined,
  options: SpecOptions,
  path: FieldPath,
): FieldError[] {
  const spec: Partial<HorizontalPodAutoscalerSpec> = given ?? {}
  const { minReplicas } = spec
  const metricOptions = { minReplicas, reference: options.metrics }
  return [
    ...replicaErrors(minReplicas, spec.maxReplicas ?? 0, { fewest: options.fewestReplicas, path }),
    ...validateCrossVersionObjectReference(spec.scaleTargetRef, path.child('scaleTargetRef'), options.target),
    ...validateMetrics(spec.metrics, metricOptions, path.child('metrics')),
    ...rulesErrors(spec.behavior?.scaleUp, path.child('behavior', 'scaleUp')),
    ...rulesErrors(spec.behavior?.scaleDown, path.child('behavior', 'scaleDown')),
  ]
}

function replicaErrors(
  min: number | null | undefined,
  max: number,
  { fewest, path }: { readonly fewest: number; readonly path: FieldPath },
): FieldError[] {
  const errors: FieldError[] = []
  const at = path.child('maxReplicas')
  if (isSet(min) && min < fewest) {
    errors.push(
      invalid(path.child('minReplicas'), min, `must be greater than or equal to ${fewest}`).withOrigin('minimum'),
    )
  }
  const earlier = invalid(at, max, 'must be greater than 0')
  if (max === 0) errors.push(required(at, 'must be set and greater than 0').since(36, earlier))
  else if (max < 0)
    errors.push(invalid(at, max, 'must be greater than or equal to 1').withOrigin('minimum').since(36, earlier))
  if (isSet(min) && max < min) errors.push(invalid(at, max, 'must be greater than or equal to `minReplicas`'))
  return errors
}

function rulesErrors(rules: HPAScalingRules | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(rules)) return []
  const { stabilizationWindowSeconds: window, selectPolicy, tolerance } = rules
  const policies = structsOf(rules.policies)
  const at = path.child('stabilizationWindowSeconds')
  const errors: FieldError[] = []
  if (isSet(window) && window < 0) errors.push(invalid(at, window, 'must be greater than or equal to zero'))
  if (isSet(window) && window > maxWindow) {
    errors.push(invalid(at, window, `must be less than or equal to ${maxWindow}`))
  }
  if (isSet(selectPolicy) && !selectPolicies.includes(selectPolicy)) {
    errors.push(notSupportedNamed(path.child('selectPolicy'), selectPolicy, selectPolicies))
  }
  if (policies.length === 0) errors.push(required(path.child('policies'), 'must specify at least one Policy'))
  return [
    ...errors,
    ...policies.flatMap((policy, i) => policyErrors(policy, path.child('policies').index(i))),
    ...(isSet(tolerance) ? validateNonnegativeQuantity(amountOf(tolerance), path.child('tolerance')) : []),
  ]
}

function policyErrors({ type, value, periodSeconds }: HPAScalingPolicy, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const [amount, period] = [value ?? 0, periodSeconds ?? 0]
  const at = path.child('periodSeconds')
  if (!policyTypes.includes(type ?? '')) errors.push(notSupportedNamed(path.child('type'), type ?? '', policyTypes))
  if (amount <= 0) errors.push(invalid(path.child('value'), amount, 'must be greater than zero'))
  if (period <= 0) errors.push(invalid(at, period, 'must be greater than zero'))
  if (period > maxPeriod) errors.push(invalid(at, period, `must be less than or equal to ${maxPeriod}`))
  return errors
}
