import { MachineryError } from '../errors/machinery-error.js'
import { documentValue } from '../json/document-value.js'
import type { JSONNode } from '../json/json-document.js'
import { JSONSource } from '../json/json-source.js'
import type { JSONValue } from '../json/json-value.js'
import { plainText } from '../json/raw-text.js'
import { canonicalOf, newCanonicalState } from './canonical-value.js'
import { type CheckState, checkValue, newCheckState } from './check-json.js'
import { ExactReader } from './exact-reader.js'
import type { FieldFinding } from './field-findings.js'
import { guardDepth } from './guard-depth.js'
import { type TypePlan, typePlan } from './json-plan.js'
import { mayHaveWholeFractionElements, scanKeys } from './key-scan.js'
import type { IntegerRule } from './read-scalar.js'
import type { TypeDescriptor } from './types.js'

/** How JSON is read into a type. */
export interface ReadJSONOptions {
  /**
   * - `faithful` (default): everything is kept unchanged, also unknown fields; wrong types are errors.
   * - `strict`: as `faithful`, and unknown and duplicate fields are reported.
   * - `canonical`: the value that Go would hold: empty bytes are kept, also where JSON omits them.
   */
  readonly mode?: 'faithful' | 'strict' | 'canonical'
  /** How int64 fields outside ±(2^53−1) are read. Default: an error that names the field. */
  readonly integers?: IntegerRule
}

/** A value that was read, and what a strict read objects to. */
export interface ReadResult {
  readonly value: JSONValue
  /** Empty unless the mode is `strict`. */
  readonly findings: readonly FieldFinding[]
}

/**
 * Reads JSON text into a type.
 *
 * The usual case costs one `JSON.parse` and one check of each value. Only in case of doubt (a type that does not fit, an
 * unknown field in strict mode, a number that would be rounded) the text is read again, exactly as Go does.
 *
 * @throws JSONSyntaxError for text that is not JSON.
 * @throws JSONTypeError and JSONScalarError with Go's message for values of the wrong type, with path and position.
 * @throws MachineryError `UnsafeInteger`, `NumberOutOfRange`, `TooDeep`.
 */
export function readJSON(type: TypeDescriptor, text: string, options: ReadJSONOptions = {}): ReadResult {
  return readSource(type, new JSONSource(text, { wellFormed: (options.mode ?? 'faithful') !== 'faithful' }), options)
}

/** As {@link readJSON} for a text that has been looked at already. Takes over `source.quick`. */
export function readSource(type: TypeDescriptor, source: JSONSource, options: ReadJSONOptions = {}): ReadResult {
  const plan = typePlan(type)
  return guardDepth(
    () =>
      readSourceQuickly(plan, source, options) ??
      readExactNumbers(plan, source, options) ??
      readExactly(plan, source, options),
  )
}

function readSourceQuickly(plan: TypePlan, source: JSONSource, { mode }: ReadJSONOptions): ReadResult | undefined {
  if (source.quick === undefined) return undefined
  return readValueQuickly(plan, source.quick, { mode, confirm: (state) => isExact(source, state) })
}

/** One large integer somewhere costs a second parse, but not the exact reader. */
function readExactNumbers(plan: TypePlan, source: JSONSource, options: ReadJSONOptions): ReadResult | undefined {
  const { mode, integers } = options
  if (mode !== undefined && mode !== 'faithful') return undefined
  const value = exactNumbers(source)
  if (value === undefined) return undefined
  return readValueQuickly(plan, value, { exact: true, bigint: integers === 'bigint' })
}

/** Undefined when a number is beyond float64; the exact reader finds its position. */
function exactNumbers(source: JSONSource): JSONValue | undefined {
  try {
    return source.value()
    // Stryker disable next-line BlockStatement: nothing is undefined, too
  } catch {
    return undefined
  }
}

/** How {@link readValueQuickly} reads. */
interface QuickOptions {
  readonly mode?: ReadJSONOptions['mode'] | undefined
  /** The value's numbers are exact; without it, large ones are a doubt. */
  readonly exact?: boolean
  /** Fields of 64 bits may hold a `bigint`. */
  readonly bigint?: boolean
  /** May still object to what the check found. */
  readonly confirm?: (state: CheckState) => boolean
}

/** As {@link readJSON} for a parsed value. Undefined when something needs a closer look. */
export function readValueQuickly(plan: TypePlan, value: JSONValue, options: QuickOptions): ReadResult | undefined {
  const { mode, exact = false, bigint = false, confirm = () => true } = options
  if (mode === 'canonical') {
    const state = newCanonicalState(exact, true)
    const canonical = canonicalOf(plan, value, state)
    return state.failed || !confirm(state) ? undefined : { value: canonical, findings: [] }
  }
  const state = newCheckState({ strict: mode === 'strict', exact, bigint })
  if (!checkValue(plan, value, state)) return undefined
  return state.strict && !confirm(state) ? undefined : { value, findings: [] }
}

/**
 * Reports whether the parsed value has all the information of the text: no duplicates, no `1.0` in an integer field.
 */
function isExact({ text, quick }: JSONSource, state: CheckState): boolean {
  const scan = scanKeys(text)
  if (scan.unsure || scan.wholeFraction || scan.keys !== state.keys) return false
  // Blanks, escapes and notation of raw JSON are kept by the exact reader alone.
  if (state.rawText && plainText(quick ?? null) !== text.trim()) return false
  return !(state.integerList && mayHaveWholeFractionElements(text))
}

/** A document with the text or the value that it comes from. */
interface Source {
  readonly document: JSONNode
  readonly text?: string | undefined
  /** The plain value, where it is at hand. */
  readonly quick?: JSONValue | undefined
}

/** Reads a document as Go does, step by step. */
export function readExactly(plan: TypePlan, source: Source, options: ReadJSONOptions): ReadResult {
  const { mode = 'faithful', integers = 'error' } = options
  const numbers = mode === 'canonical' ? 'go' : 'exact'
  const reader = new ExactReader({ text: source.text, integers, numbers, keepsNull: mode === 'strict' })
  const value = reader.read(plan, source.document)
  if (mode === 'canonical') return { value: canonicalize(plan, value), findings: [] }
  if (mode === 'strict') return { value, findings: reader.findings }
  // A value that was parsed from a text is in doubt with all the rest.
  const kept = source.text === undefined ? source.quick : undefined
  return { value: kept ?? documentValue(source.document, numbers), findings: [] }
}

function canonicalize(plan: TypePlan, value: JSONValue): JSONValue {
  const state = newCanonicalState(true, true)
  const canonical = canonicalOf(plan, value, state)
  if (state.failed) throw new MachineryError('InvalidValue', 'value does not fit its type')
  return canonical
}
