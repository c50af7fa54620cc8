import { documentOf } from '../json/document-of.js'
import type { JSONValue } from '../json/json-value.js'
import { guardDepth } from './guard-depth.js'
import { typePlan } from './json-plan.js'
import { type ReadJSONOptions, type ReadResult, readExactly, readValueQuickly } from './read-json.js'
import type { TypeDescriptor } from './types.js'

/**
 * Reads a value that is JSON already, from YAML for instance, into a type. The value is taken over: the result may be it or
 * share parts with it. Duplicate fields cannot be seen any more.
 *
 * @throws JSONTypeError and JSONScalarError with Go's message for values of the wrong type, with path.
 * @throws MachineryError `UnsafeInteger`, `UnsupportedValue`, `TooDeep`.
 */
export function fromJSON(type: TypeDescriptor, value: JSONValue, options: ReadJSONOptions = {}): ReadResult {
  const plan = typePlan(type)
  return guardDepth(
    () =>
      readValueQuickly(plan, value, { mode: options.mode, exact: true, bigint: options.integers === 'bigint' }) ??
      readExactly(plan, { document: documentOf(value), quick: value }, options),
  )
}
