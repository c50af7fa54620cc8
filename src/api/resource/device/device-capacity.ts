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
  if (standard.cmp(min) < 0)
    errors.push(ofDefault(path, minPath, { standard, detail: `default is less than min: ${min}` }))
  const max = isSet(range.max) ? amountOf(range.max) : undefined
  if (max !== undefined) errors.push(...maxErrors({ min, max }, amounts, path))
  if (!isSet(range.step)) return errors
  return [...errors, ...allStepErrors({ default: standard, min, max, step: amountOf(range.step) }, capacity, path)]
}

interface Bounds {
  readonly default: Quantity
  readonly min: Quantity
  readonly max: Quantity | undefined
  readonly step: Quantity
}

function allStepErrors(bounds: Bounds, capacity: Quantity, path: FieldPath): FieldError[] {
  const { min, max, step } = bounds
  const stepPath = path.child('step')
  const stepped = max === undefined ? [bounds.default] : [bounds.default, max]
  const first = min.add(step)
  const beyond = `one step ${first} is larger than capacity value: ${capacity}`
  const large = first.cmp(capacity) > 0 ? [invalid(stepPath, step.toString(), beyond)] : []
  const found = [...large, ...stepped.flatMap((value) => stepErrors(value, { min, step }, stepPath))]
  if (step.sign() <= 0) return [invalid(stepPath, step.toString(), 'must be greater than zero').since(37, ...found)]
  const outside = Object.entries(bounds).flatMap(([name, amount]) => outsideErrors(amount, path.child(name)))
  if (outside.length === 0) return found
  const [earliest, ...others] = outside
  const earlier = found.slice(large.length)
  return [...large, earliest!.since(37, ...earlier), ...others.map((error) => error.since(37))]
}

/** Steps are counted in whole numbers of 64 bits. */
function outsideErrors(amount: Quantity | undefined, path: FieldPath): FieldError[] {
  if (amount === undefined) return []
  const shown = amount.toString()
  if (amount.sign() < 0) return [invalid(path, shown, 'must be greater than or equal to 0')]
  const largest = 2n ** 63n - 1n
  return amount.value() > largest ? [invalid(path, shown, `must not be larger than ${largest}`)] : []
}

function maxErrors(
  { min, max }: { readonly min: Quantity; readonly max: Quantity },
  { standard, capacity }: Amounts,
  range: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  const path = range.child('max')
  if (min.cmp(max) > 0) errors.push(invalid(path, min.toString(), `min is larger than max: ${max}`))
  if (max.cmp(capacity) > 0) {
    errors.push(invalid(path, max.toString(), `max is larger than capacity value: ${capacity}`))
  }
  if (standard.cmp(max) > 0)
    errors.push(ofDefault(range, path, { standard, detail: `default is more than max: ${max}` }))
  return errors
}

/** A default that does not fit a bound, which earlier releases tell of at the bound. */
function ofDefault(
  range: FieldPath,
  bound: FieldPath,
  { standard, detail }: { readonly standard: Quantity; readonly detail: string },
): FieldError {
  const shown = standard.toString()
  return invalid(range.child('default'), shown, detail).since(37, invalid(bound, shown, detail))
}

/** In earlier releases upstream fails on a step of zero; here nothing is a multiple of it but zero itself. */
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
