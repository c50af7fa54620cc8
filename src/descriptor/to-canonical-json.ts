import { documentOf } from '../json/document-of.js'
import { indentJSON } from '../json/indent-json.js'
import type { JSONValue } from '../json/json-value.js'
import { escapeAsGo } from '../json/quote-json.js'
import { type CanonicalState, canonicalOf, newCanonicalState } from './canonical-value.js'
import { ExactReader } from './exact-reader.js'
import { guardDepth } from './guard-depth.js'
import { type TypePlan, typePlan } from './json-plan.js'
import type { TypeDescriptor } from './types.js'
import { writeCanonical } from './write-canonical.js'

/**
 * The value as Go would hold and write it: unknown fields gone, zero values present or absent as Go's `omitempty` has them,
 * struct order, sorted maps, quantities, times, durations and base64 in canonical form. The input is not changed; parts
 * that are canonical already are shared with it.
 *
 * @throws JSONTypeError, JSONScalarError with Go's message and the path, for a value that its type cannot hold.
 */
export function canonicalize(type: TypeDescriptor, value: JSONValue | object): JSONValue {
  const plan = typePlan(type)
  return guardDepth(() => canonicalChecked(plan, value as JSONValue, newCanonicalState(true)))
}

/** How {@link toCanonicalJSON} writes. */
export interface CanonicalJSONOptions {
  /** Two spaces of indentation, as Go's pretty serializer. */
  readonly pretty?: boolean
}

/**
 * Writes the bytes that Go's `encoding/json` writes for the struct, without a newline at the end.
 *
 * Raw JSON keeps its key order; what parsing has dropped already cannot come back: number notation (`1.0`), duplicate
 * keys, and the order of integer-like keys.
 *
 * @throws as {@link canonicalize}.
 */
export function toCanonicalJSON(
  type: TypeDescriptor,
  value: JSONValue | object,
  options: CanonicalJSONOptions = {},
): string {
  const plan = typePlan(type)
  return guardDepth(() => write(plan, value as JSONValue, options.pretty ?? false))
}

function write(plan: TypePlan, value: JSONValue, pretty: boolean): string {
  const state = newCanonicalState(true)
  const canonical = canonicalChecked(plan, value, state)
  const native = state.needsWriter ? undefined : stringifyNative(canonical, pretty)
  if (native !== undefined) return native
  const compact = writeCanonical(plan, canonical)
  return pretty ? indentJSON(compact) : compact
}

/** Undefined when raw JSON inside holds what the native writer cannot write. */
function stringifyNative(value: JSONValue, pretty: boolean): string | undefined {
  try {
    return escapeAsGo(JSON.stringify(value, undefined, pretty ? 2 : undefined))
  } catch {
    return undefined
  }
}

function canonicalChecked(plan: TypePlan, value: JSONValue, state: CanonicalState): JSONValue {
  const canonical = canonicalOf(plan, value, state)
  if (!state.failed) return canonical
  // The exact reader words the error. If it accepts the value, such as bytes written as a list, its result is canonical.
  const reader = new ExactReader({ integers: 'bigint', numbers: 'exact' })
  return canonicalOf(plan, reader.read(plan, documentOf(value)), newCanonicalState(true))
}
