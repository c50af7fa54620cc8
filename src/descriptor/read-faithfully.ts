import type { JSONValue } from '../json/json-value.js'
import { checkValue, newCheckState } from './check-json.js'
import { guardDepth } from './guard-depth.js'
import { typePlan } from './json-plan.js'
import { mismatchError } from './mismatch-error.js'
import type { TypeDescriptor } from './types.js'

/**
 * Reads parsed JSON into a type in faithful mode: accepts what readJSON accepts, at the same cost and with a fraction of
 * the code. The result reuses the value. Errors name the field, but have neither Go's wording nor line and column.
 *
 * @param exact - returns the value with exact numbers; called if `value` has large ones. Without it the numbers of `value`
 * count as exact.
 * @throws MachineryError `InvalidType`, `InvalidValue`, `UnsafeInteger`, `NumberOutOfRange` with the path; `TooDeep`.
 */
export function readFaithfully(
  type: TypeDescriptor,
  value: JSONValue,
  exact: () => JSONValue = () => value,
): JSONValue {
  const plan = typePlan(type)
  return guardDepth(() => {
    if (checkValue(plan, value, newCheckState())) return value
    const kept = exactly(value, exact)
    const state = newCheckState({ exact: true })
    if (checkValue(plan, kept, state)) return kept
    throw mismatchError(plan, kept, state)
  })
}

/** A number beyond float64 was parsed as infinity and is reported at its place. */
function exactly(value: JSONValue, exact: () => JSONValue): JSONValue {
  try {
    return exact()
  } catch {
    return value
  }
}
