import type { Quantity } from '../../../resource/quantity.js'
import { duplicate, type FieldError, forbidden, invalid, required, tooMany } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { amountOf } from '../../core/resource-list/resource-amounts.js'
import { isSet } from '../../validation/go-values.js'
import type { CapacityRequestPolicy, CapacityRequestPolicyRange, DeviceCapacity } from '../v1/types.gen.js'

const maxValidValues = 10

/** Checks a capacity of a device that one claim has for itself. */
export function validateSingleCapacity(capacity: DeviceCapacity, path: FieldPath): FieldError[] {
  if (!isSet(capacity.requestPolicy)) return []
  return [forbidden(path.child('requestPolicy'), 'allowMultipleAllocations must be true')]
}

/** Checks a capacity of a device that several claims share. */
export function validateSharedCapacity(capacity: DeviceCapacity, path: FieldPath): FieldError[] {
  const policy = capacity.requestPolicy
  if (!isSet(policy)) return []
  return policyErrors(policy, amountOf(capacity.value), path.child('requestPolicy'))
}

function policyErrors(policy: CapacityRequestPolicy, capacity: Quantity, path: FieldPath): FieldError[] {
  const values = policy.validValues ?? []
  const { validRange, default: standard } = policy
  if (values.length > 0 && isSet(validRange)) {
    const detail = 'exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time'
    return [forbidden(path, detail)]
  }
  if (values.length > 0) {
    if (!isSet(standard)) return [required(path.child('default'), 'required when validValues is defined')]
    return valuesErrors(values.map(amountOf), { standard: amountOf(standard), capacity }, path.child('validValues'))
  }
  if (!isSet(validRange)) return []
  if (!isSet(standard)) return [required(path.child('default'), 'required when validRange is defined')]
  return rangeErrors(validRange, { standard: amountOf(standard), capacity }, path.child('validRange'))
}

interface Amounts {
  /** The amount for a request that does not set one. */
  readonly standard: Quantity
  readonly capacity: Quantity
}

function valuesErrors(values: readonly Quantity[], { standard, capacity }: Amounts, path: FieldPath): FieldError[] {
  const errors = values.slice(1).flatMap((value, i) => {
    if (values[i]!.cmp(value) <= 0) return []
    return [invalid(path.index(i + 1), value.toString(), 'values must be sorted in ascending order')]
  })
  if (values.length > maxValidValues) errors.push(tooMany(path, values.length, maxValidValues).withOrigin('maxItems'))
  else errors.push(...optionErrors(values, capacity, path))
  const found = values.length <= maxValidValues && values.some((value) => value.cmp(standard) === 0)
  if (!found)
    errors.push(invalid(path, standard.toString(), 'default value is not valid according to the requestPolicy'))
  return errors
}

function optionErrors(values: readonly Quantity[], capacity: Quantity, path: FieldPath): FieldError[] {
  const errors = values.flatMap((value, i) => {
    if (value.cmp(capacity) <= 0) return []
    return [invalid(path.index(i), value.toString(), `option is larger than capacity value: ${capacity}`)]
  })
  const seen = new Set<string>()
  for (const [i, value] of values.entries()) {
    const key = String(value.value())
    if (seen.has(key)) errors.push(duplicate(path.index(i), key))
    seen.add(key)
  }
  return errors
}

function rangeErrors(range: CapacityRequestPolicyRange, amounts: Amounts, path: FieldPath): FieldError[] {
  const { standard, capacity } = amounts
  const minPath = path.child('min')
  if (!isSet(range.min)) return [required(minPath, 'required when validRange is defined')]
  const min = amountOf(range.min)
  const errors: FieldError[] = []
  if (min.cmp(capacity) > 0) {
    errors.push(invalid(minPath, min.toString(), `min is larger than capacity value: ${capacity}`))
  }
  const standardPath = path.child('default')
  if (standard.cmp(min) < 0) {
    const detail = `default is less than min: ${min}`
    errors.push(
      invalid(standardPath, standard.toString(), detail).since(37, invalid(minPath, standard.toString(), detail)),
    )
  }
  const max = isSet(range.max) ? amountOf(range.max) : undefined
  if (max !== undefined) errors.push(...maxErrors({ min, max }, amounts, path))
  if (!isSet(range.step)) return errors
  const step = amountOf(range.step)
  const stepPath = path.child('step')
  const first = min.add(step)
  if (first.cmp(capacity) > 0) {
    const detail = `one step ${first} is larger than capacity value: ${capacity}`
    errors.push(invalid(stepPath, step.toString(), detail))
  }
  const stepped = max === undefined ? [standard] : [standard, max]
  return [...errors, ...stepped.flatMap((value) => stepErrors(value, { min, step }, stepPath))]
}

function maxErrors(
  { min, max }: { readonly min: Quantity; readonly max: Quantity },
  { standard, capacity }: Amounts,
  rangePath: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  const path = rangePath.child('max')
  if (min.cmp(max) > 0) errors.push(invalid(path, min.toString(), `min is larger than max: ${max}`))
  if (max.cmp(capacity) > 0) {
    errors.push(invalid(path, max.toString(), `max is larger than capacity value: ${capacity}`))
  }
  if (standard.cmp(max) > 0) {
    const detail = `default is more than max: ${max}`
    const earlier = invalid(path, standard.toString(), detail)
    errors.push(invalid(rangePath.child('default'), standard.toString(), detail).since(37, earlier))
  }
  return errors
}

/** Upstream fails on a step of zero; here nothing is a multiple of it but zero itself. */
function stepErrors(
  value: Quantity,
  { min, step }: { readonly min: Quantity; readonly step: Quantity },
  path: FieldPath,
): FieldError[] {
  const size = step.value()
  const added = value.value() - min.value()
  if (size === 0n ? added === 0n : added % size === 0n) return []
  return [invalid(path, value.toString(), `value is not a multiple of a given step (${step}) from (${min})`)]
}
