import { documentOf } from '../json/document-of.js'
import { indentJSON } from '../json/indent-json.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../json/json-value.js'
import { escapeAsGo } from '../json/quote-json.js'
import { type CanonicalState, canonicalOf, newCanonicalState } from './canonical-value.js'
import { ExactReader } from './exact-reader.js'
import { guardDepth } from './guard-depth.js'
import { Op, type TypePlan, typePlan } from './json-plan.js'
import type { TypeDescriptor } from './types.js'
import { WaitingFieldSets } from './waiting-field-sets.js'
import { writeCanonical } from './write-canonical.js'

/**
 * The value as Go would hold and write it: no unknown fields, zero values present or absent as Go's `omitempty` has them,
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
  options?: CanonicalJSONOptions,
): string {
  const sink = new Joined()
  appendCanonicalJSON(type, value, { ...options, sink })
  return sink.text
}

/** Where a text is written to. */
export interface TextSink {
  append(text: string): void
  /** Forgets what has been written. */
  clear(): void
}

class Joined implements TextSink {
  text = ''

  append(text: string): void {
    this.text += text
  }

  clear(): void {
    this.text = ''
  }
}

/**
 * Writes {@link toCanonicalJSON} to an empty sink, a list item by item.
 *
 * @throws as {@link canonicalize}.
 */
export function appendCanonicalJSON(
  type: TypeDescriptor,
  value: JSONValue | object,
  { pretty = false, sink }: CanonicalJSONOptions & { readonly sink: TextSink },
): void {
  const plan = typePlan(type)
  guardDepth(() => {
    if (!pretty && appendedByItem(plan, value as JSONValue, sink)) return
    sink.clear()
    sink.append(write(plan, value as JSONValue, pretty))
  })
}

function write(plan: TypePlan, value: JSONValue, pretty: boolean): string {
  const waiting = pretty ? undefined : new WaitingFieldSets()
  const state = newCanonicalState(true, false, waiting)
  const canonical = canonicalChecked(plan, value, state)
  const native = state.needsWriter ? undefined : stringifyNative(canonical, waiting)
  if (native !== undefined) return native
  const whole = waiting?.texts.length ? canonicalChecked(plan, value, newCanonicalState(true)) : canonical
  const compact = writeCanonical(plan, whole)
  return pretty ? indentJSON(compact) : compact
}

/**
 * Writes a list one item after another: what was checked is then still in the processor's cache when it is written.
 * False for values that are no such list, and for those that need more than the native writer.
 */
function appendedByItem(plan: TypePlan, value: JSONValue, sink: TextSink): boolean {
  const items = plan.op === Op.struct ? plan.struct.properties.at(-1) : undefined
  const element = items?.plan.element
  const members = isJSONObject(value) && items?.name === 'items' ? value.items : undefined
  if (element?.op !== Op.struct || !Array.isArray(members) || members.length < 2) return false
  const around = writeNatively(plan, { ...(value as JSONObject), items: [] })
  if (!around?.endsWith('"items":[]}')) return false
  sink.append(around.slice(0, -2))
  for (let i = 0; i < members.length; i++) {
    const text = writeNatively(element, members[i]!)
    if (text === undefined) return false
    sink.append(i === 0 ? text : `,${text}`)
  }
  sink.append(']}')
  return true
}

/** Undefined for a value that does not fit its type, and for one that needs more than the native writer. */
function writeNatively(plan: TypePlan, value: JSONValue): string | undefined {
  const waiting = new WaitingFieldSets()
  const state = newCanonicalState(true, false, waiting)
  const canonical = canonicalOf(plan, value, state)
  return state.failed || state.needsWriter ? undefined : stringifyNative(canonical, waiting)
}

/**
 * Undefined when raw JSON inside holds what the native writer cannot write, or what looks like one of the waiting field
 * sets. Indented if none can be waiting.
 */
function stringifyNative(value: JSONValue, waiting: WaitingFieldSets | undefined): string | undefined {
  try {
    const json = JSON.stringify(value, undefined, waiting ? 0 : 2)
    const whole = waiting ? waiting.insertedInto(json) : json
    return whole && escapeAsGo(whole)
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
