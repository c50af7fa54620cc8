import { MachineryError } from '../errors/machinery-error.js'
import { compareStrings } from '../internal/compare-strings.js'
import { cycleError } from './contains-itself.js'
import { formatNumber } from './format-number.js'
import { type JSONNode, NumberLiteral, ObjectNode } from './json-document.js'
import type { JSONValue } from './json-value.js'
import { quoteJSON } from './quote-json.js'
import { type DeepWriter, writeSortedJSON } from './write-sorted-json.js'

/** How {@link stringifyJSON} writes. */
export interface StringifyJSONOptions {
  /** One line per member, indented by two spaces, as Go's `json.MarshalIndent`. Default: compact. */
  readonly pretty?: boolean
  /** Order of object members: by the UTF-8 bytes of the keys, as Go writes maps (default), or unchanged. */
  readonly keys?: 'sorted' | 'kept'
}

/**
 * Writes JSON exactly as Go's `encoding/json` writes the same value: keys sorted, `bigint` digit for digit, floats in Go's
 * format, `<`, `>`, `&`, U+2028 and U+2029 escaped. `undefined` properties are omitted. Nesting of any depth is written.
 *
 * @throws MachineryError `UnsupportedValue` for NaN, infinities, and objects that contain themselves; `TooLarge` if the
 * text is longer than a string can be.
 */
export function stringifyJSON(value: JSONValue | JSONNode | object, options: StringifyJSONOptions = {}): string {
  try {
    if (options.pretty !== true && options.keys !== 'kept')
      return writeSortedJSON(value as JSONValue | JSONNode, exactBelow)
    return new Writer(options).write(value as JSONValue | JSONNode)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // Indentation of a hundred thousand levels is longer than any string.
    throw new MachineryError('TooLarge', 'json: the text would be longer than a string can be', { cause: error })
  }
}

/** The stack certainly suffices for so many levels. */
const exactBelow: DeepWriter = { levels: 500, write: (value) => new Writer({}).write(value) }

type Value = JSONValue | JSONNode | undefined

/** A container that is being written. */
interface Frame {
  readonly source: object
  readonly keys: readonly string[] | undefined
  readonly values: readonly Value[]
  next: number
}

class Writer {
  readonly #pretty: boolean
  readonly #sorted: boolean
  readonly #stack: Frame[] = []
  #nextCheck = 1024
  #out = ''

  constructor(options: StringifyJSONOptions) {
    this.#pretty = options.pretty ?? false
    this.#sorted = options.keys !== 'kept'
  }

  write(value: Value): string {
    this.#value(value)
    for (let frame = this.#stack.at(-1); frame !== undefined; frame = this.#stack.at(-1)) {
      if (frame.next < frame.values.length) this.#member(frame)
      else this.#close(frame)
    }
    return this.#out
  }

  #member(frame: Frame): void {
    const index = frame.next++
    if (index > 0) this.#out += ','
    this.#newline()
    if (frame.keys !== undefined) this.#out += quoteJSON(frame.keys[index]!) + (this.#pretty ? ': ' : ':')
    this.#value(frame.values[index])
  }

  #close(frame: Frame): void {
    this.#stack.pop()
    if (frame.values.length > 0) this.#newline()
    this.#out += frame.keys === undefined ? ']' : '}'
  }

  #newline(): void {
    if (this.#pretty) this.#out += `\n${'  '.repeat(this.#stack.length)}`
  }

  #value(value: Value): void {
    if (typeof value === 'string') this.#out += quoteJSON(value)
    else if (typeof value === 'number') this.#out += formatNumber(value)
    else if (typeof value !== 'object') this.#out += value === undefined ? 'null' : String(value)
    else if (value === null) this.#out += 'null'
    else if (value instanceof NumberLiteral) this.#out += value.text
    else this.#open(value)
  }

  #open(value: object): void {
    const frame = this.#frame(value)
    this.#out += frame.keys === undefined ? '[' : '{'
    this.#stack.push(frame)
    if (this.#stack.length === this.#nextCheck) this.#refuseCycle()
  }

  /**
   * An object that contains itself nests without end. The check runs only when the depth has doubled, so that it costs
   * little.
   */
  #refuseCycle(): void {
    this.#nextCheck *= 2
    if (new Set(this.#stack.map(({ source }) => source)).size === this.#stack.length) return
    throw cycleError()
  }

  #frame(value: object): Frame {
    if (Array.isArray(value)) return { source: value, keys: undefined, values: value, next: 0 }
    if (value instanceof ObjectNode) return { source: value, keys: value.names, values: value.values, next: 0 }
    const source = value as Readonly<Record<string, Value>>
    const keys = Object.keys(source).filter((key) => source[key] !== undefined)
    if (this.#sorted) keys.sort(compareStrings)
    return { source, keys, values: keys.map((key) => source[key]), next: 0 }
  }
}
