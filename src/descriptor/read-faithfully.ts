import type { JSONValue } from '../json/json-value.js'
import { checkValue, newCheckState } from './check-json.js'
import { guardDepth } from './guard-depth.js'
import { typePlan } from './json-plan.js'
import { mismatchError } from './mismatch-error.js'
import type { TypeDescriptor } from './types.js'

/**
 * Reads parsed JSON into a type, faithfully: what readJSON accepts, at the same cost and in a fraction of the code.
 * The value is taken over. Errors name the field, but not in Go's words and without line and column.
 *
 * @param exact - the value again, with numbers as the text says them; asked for when `value` has large ones. Without it
 * those of `value` are taken for exact.
 * @throws MachineryError `InvalidType`, `InvalidValue`, `UnsafeInteger`, `NumberOutOfRange` with the path; `TooDeep`.
 */
export function readFaithfully(type: TypeDescriptor, value: JSONValue, exact?: () => JSONValue): JSONValue {
  const plan = typePlan(type)
  return guardDepth(() => {
    if (checkValue(plan, value, newCheckState())) return value
    const kept = exact === undefined ? value : exactly(value, exact)
    const state = newCheckState({ exact: true })
    if (checkValue(plan, kept, state)) return kept
    throw mismatchError(plan, kept, state)
  })
}

/** A number that no float64 can hold has become infinite, and is found where it stands. */
function exactly(value: JSONValue, exact: () => JSONValue): JSONValue {
  try {
    return exact()
  } catch {
    return value
  }
}
