import { validateConditions } from '../../../validation/conditions.js'
import { type FieldError, notSupported } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { validateNonnegativeField } from '../../../validation/number-rules.js'
import { isSet } from '../../validation/go-values.js'
import { validateAtMost100Percent, validatePositiveIntOrPercent } from '../../validation/int-or-percent.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { podDisruptionBudgetSpecDescriptor } from '../v1/descriptors.gen.js'
import type { PodDisruptionBudget, PodDisruptionBudgetSpec } from '../v1/types.gen.js'

const evictionPolicies = ['AlwaysAllow', 'IfHealthyBudget']

/** Checks a new PodDisruptionBudget. */
export function validatePodDisruptionBudget({ spec }: PodDisruptionBudget): readonly FieldError[] {
  return specErrors(spec ?? {}, false, fieldPath('spec'))
}

/** Checks a changed PodDisruptionBudget; a selector that was wrong may stay. */
export function validatePodDisruptionBudgetUpdate(
  { spec }: PodDisruptionBudget,
  old: PodDisruptionBudget,
): readonly FieldError[] {
  const wasInvalid = validateLabelSelector(old.spec?.selector, {}, fieldPath('spec')).length > 0
  return specErrors(spec ?? {}, wasInvalid, fieldPath('spec'))
}

function specErrors(spec: PodDisruptionBudgetSpec, allowInvalidLabelValue: boolean, path: FieldPath): FieldError[] {
  const { minAvailable, maxUnavailable, unhealthyPodEvictionPolicy: policy } = spec
  const type = podDisruptionBudgetSpecDescriptor
  const both = isSet(minAvailable) && isSet(maxUnavailable)
  const amountErrors = (amount: number | string | null | undefined, name: string) =>
    isSet(amount)
      ? [
          ...validatePositiveIntOrPercent(amount, path.child(name)),
          ...validateAtMost100Percent(amount, path.child(name)),
        ]
      : []
  return [
    ...(both
      ? [invalidInternal(path, { type, value: spec }, 'minAvailable and maxUnavailable cannot be both set')]
      : []),
    ...amountErrors(minAvailable, 'minAvailable'),
    ...amountErrors(maxUnavailable, 'maxUnavailable'),
    ...validateLabelSelector(
      spec.selector,
      { allowInvalidLabelValueInSelector: allowInvalidLabelValue },
      path.child('selector'),
    ),
    ...(isSet(policy) && !evictionPolicies.includes(policy)
      ? [notSupported(path.child('unhealthyPodEvictionPolicy'), policy, evictionPolicies).withJSONText()]
      : []),
  ]
}

/**
 * Checks a changed status of a PodDisruptionBudget.
 *
 * @param apiVersion - of the request; `policy/v1beta1` has never looked at the numbers.
 */
export function validatePodDisruptionBudgetStatusUpdate(
  { status }: PodDisruptionBudget,
  apiVersion: string,
): readonly FieldError[] {
  const path = fieldPath('status')
  const errors = validateConditions(status?.conditions, path.child('conditions'))
  if (apiVersion === 'policy/v1beta1') return errors
  const numbers = ['disruptionsAllowed', 'currentHealthy', 'desiredHealthy', 'expectedPods'] as const
  return [...errors, ...numbers.flatMap((name) => validateNonnegativeField(status?.[name] ?? 0, path.child(name)))]
}
