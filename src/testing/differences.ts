import { guardDepth } from '../descriptor/guard-depth.js'
import { canonicalize } from '../descriptor/to-canonical-json.js'
import type { JSONObject, JSONValue, StructDescriptor } from '../descriptor/types.js'
import { isJSONObject } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'

/** One place where two objects differ; `undefined` means an absent value. */
export interface Difference {
  /** Field path in Go's notation. */
  readonly path: string
  readonly left: JSONValue | undefined
  readonly right: JSONValue | undefined
}

/**
 * Where two objects of a type differ in what Go would write for them, in the order of their fields: an absent field and its
 * zero value are the same where Go leaves the zero value out, and so are quantities and times in another notation.
 *
 * @throws JSONTypeError, JSONScalarError for a value that its type cannot hold, MachineryError `TooDeep`.
 */
export function differences(type: StructDescriptor, left: object, right: object): readonly Difference[] {
  const [before, after] = [left, right].map((each) => canonicalize(type, each)) as [JSONValue, JSONValue]
  return guardDepth(() => [...compare(before, after, '')])
}

type Value = JSONValue | undefined

function* compare(left: Value, right: Value, path: string): Generator<Difference> {
  if (left === right) return
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let i = 0; i < Math.max(left.length, right.length); i++) yield* compare(left[i], right[i], `${path}[${i}]`)
  } else if (isJSONObject(left) && isJSONObject(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
      yield* compare(own(left, key), own(right, key), path === '' ? key : `${path}.${key}`)
  } else {
    yield { path, left, right }
  }
}

function own(object: JSONObject, key: string): Value {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** A difference as one line: `spec.timeZone: "UTC" became nothing`. */
export function describeDifference({ path, left, right }: Difference): string {
  return `${path === '' ? '(the whole object)' : path}: ${shown(left)} became ${shown(right)}`
}

function shown(value: Value): string {
  if (value === undefined) return 'nothing'
  try {
    return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member))
  } catch {
    // Nested deeper than the stack.
    return stringifyJSON(value)
  }
}
