import { duplicate, type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateLabelSelector } from '../../../validation/label-selector.js'
import { validatePositiveField } from '../../validation/field-rules.js'
import { isSet } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import type { PodCheck } from '../pod/pod-check.js'
import type { PodValidationOptions } from '../pod/pod-options.js'
import type { TopologySpreadConstraint } from '../v1/types.gen.js'
import { validateMatchLabelKeys, validateMatchLabelKeysOfScheduler } from './match-label-keys.js'

const actions = ['DoNotSchedule', 'ScheduleAnyway']
const policies = ['Honor', 'Ignore']

/** Checks how pods are to be spread. */
export function validateTopologySpread(
  constraints: readonly TopologySpreadConstraint[],
  path: FieldPath,
  { errors, options }: PodCheck,
): void {
  const left = new Map<string, number>()
  for (const constraint of constraints)
    left.set(topologyAndAction(constraint), (left.get(topologyAndAction(constraint)) ?? 0) + 1)
  for (const [i, constraint] of constraints.entries()) {
    const at = path.index(i)
    const kind = topologyAndAction(constraint)
    const others = (left.get(kind) ?? 1) - 1
    left.set(kind, others)
    errors.push(...ownErrors(constraint, at))
    if (others > 0) errors.push(duplicate(at.child('{topologyKey, whenUnsatisfiable}'), kind))
    errors.push(...domainErrors(constraint, at.child('minDomains')))
    errors.push(...policyErrors(constraint.nodeAffinityPolicy, at.child('nodeAffinityPolicy')))
    errors.push(...policyErrors(constraint.nodeTaintsPolicy, at.child('nodeTaintsPolicy')))
    errors.push(...keyErrors(constraint, at, options))
    if (!options.allowInvalidTopologySpreadConstraintLabelSelector) {
      errors.push(...validateLabelSelector(constraint.labelSelector, {}, at.child('labelSelector')))
    }
  }
}

/** A topology may be named once for each action. */
function topologyAndAction({ topologyKey, whenUnsatisfiable }: TopologySpreadConstraint): string {
  return `{${topologyKey ?? ''}, ${whenUnsatisfiable ?? ''}}`
}

function ownErrors(constraint: TopologySpreadConstraint, path: FieldPath): FieldError[] {
  const errors = validatePositiveField(constraint.maxSkew ?? 0, path.child('maxSkew'))
  if ((constraint.topologyKey ?? '') === '') errors.push(required(path.child('topologyKey'), 'can not be empty'))
  const action = constraint.whenUnsatisfiable ?? ''
  if (!actions.includes(action)) errors.push(notSupportedNamed(path.child('whenUnsatisfiable'), action, actions))
  return errors
}

function domainErrors({ minDomains, whenUnsatisfiable }: TopologySpreadConstraint, path: FieldPath): FieldError[] {
  if (!isSet(minDomains)) return []
  const errors = validatePositiveField(minDomains, path)
  const action = whenUnsatisfiable ?? ''
  if (action !== 'DoNotSchedule') {
    const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`
    errors.push(invalid(path, minDomains, detail).withOrigin('dependsOn'))
  }
  return errors
}

function policyErrors(policy: string | null | undefined, path: FieldPath): FieldError[] {
  return isSet(policy) && !policies.includes(policy) ? [notSupportedNamed(path, policy, policies)] : []
}

function keyErrors(
  { matchLabelKeys, labelSelector }: TopologySpreadConstraint,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  return merges(options)
    ? validateMatchLabelKeys({ matchLabelKeys }, labelSelector, path)
    : validateMatchLabelKeysOfScheduler(matchLabelKeys, labelSelector, path.child('matchLabelKeys'))
}

/** Whether values of labels are merged into the selector; an old object that was made otherwise stays as it is. */
function merges(options: PodValidationOptions): boolean {
  if (!options.allowMatchLabelKeysInPodTopologySpread) return false
  return options.allowMatchLabelKeysInPodTopologySpreadSelectorMerge
    ? !options.oldPodViolatesMatchLabelKeysValidation
    : options.oldPodViolatesLegacyMatchLabelKeysValidation
}
