import { type FieldError, forbidden } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet } from '../../validation/go-values.js'
import { requiredEnumErrors } from '../../validation/named-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { PriorityClass } from '../v1/types.gen.js'

const systemPrefix = 'system-'
/** Highest priority of classes that are not the system's. */
const highestUserDefinablePriority = 1_000_000_000
/** The classes of the system: name → value. */
const systemClasses: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ['system-node-critical', 2_000_001_000],
  ['system-cluster-critical', 2_000_000_000],
])

/** Checks a new PriorityClass. */
export function validatePriorityClass(priorityClass: PriorityClass): readonly FieldError[] {
  const { metadata, value, preemptionPolicy } = priorityClass
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const errors = validateObjectMeta(metadata, rules, fieldPath('metadata'))
  if ((metadata?.name ?? '').startsWith(systemPrefix)) {
    const problem = systemClassProblem(priorityClass)
    const detail = `priority class names with '${systemPrefix}' prefix are reserved for system use only. error: ${problem}`
    if (problem !== undefined) errors.push(forbidden(fieldPath('metadata', 'name'), detail))
  } else if ((value ?? 0) > highestUserDefinablePriority) {
    const detail = `maximum allowed value of a user defined priority is ${highestUserDefinablePriority}`
    errors.push(forbidden(fieldPath('value'), detail))
  }
  if (isSet(preemptionPolicy)) errors.push(...validatePreemptionPolicy(preemptionPolicy, fieldPath('preemptionPolicy')))
  return errors
}

function systemClassProblem({ metadata, value, globalDefault }: PriorityClass): string | undefined {
  const name = metadata?.name ?? ''
  const expected = systemClasses.get(name)
  if (expected === undefined) return `${name} is not a known system priority class`
  if ((value ?? 0) !== expected) return `value of ${name} PriorityClass must be ${expected}`
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined
}

/** Checks whether pods may push out others. */
export function validatePreemptionPolicy(policy: string, path: FieldPath): FieldError[] {
  return requiredEnumErrors(policy, ['PreemptLowerPriority', 'Never'], path)
}

/** Checks a changed PriorityClass: value and preemption stay the same. */
export function validatePriorityClassUpdate(priorityClass: PriorityClass, old: PriorityClass): readonly FieldError[] {
  const errors = validateObjectMetaUpdate(priorityClass.metadata, old.metadata, fieldPath('metadata'))
  if ((priorityClass.value ?? 0) !== (old.value ?? 0)) {
    errors.push(forbidden(fieldPath('value'), 'may not be changed in an update.'))
  }
  const [now, before] = [priorityClass.preemptionPolicy, old.preemptionPolicy]
  const changed = validateImmutableField(now, before, fieldPath('preemptionPolicy'))
  return [...errors, ...changed.map((error) => error.withJSONText())]
}
