import type { JSONObject, JSONValue } from '../../../descriptor/types.js'
import { MachineryError } from '../../../errors/machinery-error.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { formatNumber } from './format-number.js'
import { compareKeys } from './key-order.js'
import { type ScalarShape, shapeScalar } from './scalar-style.js'
import { TextSink } from './text-sink.js'

const surrogate = /[\ud800-\udfff]/
/** Unpaired surrogates: a single character for a pattern with the flag `u`. */
const loneSurrogate = /\p{Cs}/gu
const maxKeyBytes = 128
const maxDepth = 10_000

/** A sequence or mapping that is being written; `next` is the position of the entry that comes next. */
type Frame =
  | { readonly items: readonly JSONValue[]; readonly indent: number; next: number }
  | { readonly object: JSONObject; readonly keys: readonly string[]; readonly indent: number; next: number }

interface Place {
  readonly indent: number
  /** The value of a mapping entry: a sequence there is in the column of its key. */
  readonly inMapping: boolean
}

class Writer {
  readonly #sink = new TextSink()
  readonly #stack: Frame[] = []

  write(root: JSONValue): string {
    this.#writeValue(root, { indent: -1, inMapping: false })
    for (let frame = this.#stack.at(-1); frame !== undefined; frame = this.#stack.at(-1)) this.#step(frame)
    this.#sink.writeIndent(-1)
    return this.#sink.text
  }

  #step(frame: Frame): void {
    const at = frame.next++
    if ('items' in frame) {
      if (at >= frame.items.length) this.#stack.pop()
      else {
        this.#sink.writeIndent(frame.indent)
        this.#sink.writeIndicator('-', true, true)
        this.#writeValue(frame.items[at]!, { indent: frame.indent, inMapping: false })
      }
      return
    }
    const key = frame.keys[at]
    if (key === undefined) this.#stack.pop()
    else {
      this.#writeKey(key, frame.indent)
      this.#writeValue(frame.object[key]!, { indent: frame.indent, inMapping: true })
    }
  }

  #writeKey(key: string, indent: number): void {
    const text = wellFormed(key)
    const shape = shapeScalar(text)
    this.#sink.writeIndent(indent)
    if (!shape.multiline && isShort(text)) {
      this.#writeString(text, shape, { indent, fold: false })
      this.#sink.writeIndicator(':', false)
      return
    }
    this.#sink.writeIndicator('?', true, true)
    this.#writeString(text, shape, { indent: indent + 2, fold: true })
    this.#sink.writeIndent(indent)
    this.#sink.writeIndicator(':', true, true)
  }

  #writeValue(value: JSONValue, place: Place): void {
    switch (typeof value) {
      case 'string': {
        const text = wellFormed(value)
        this.#writeString(text, shapeScalar(text), { indent: place.indent < 0 ? 2 : place.indent + 2, fold: true })
        return
      }
      case 'number':
        if (!Number.isFinite(value)) throw new MachineryError('UnsupportedValue', `json: unsupported value: ${value}`)
        this.#sink.writeWord(formatNumber(value))
        return
      case 'bigint':
        this.#sink.writeWord(formatNumber(value))
        return
      case 'boolean':
        this.#sink.writeWord(value ? 'true' : 'false')
        return
      default:
        if (value === null || value === undefined) this.#sink.writeWord('null')
        else this.#open(value, place)
    }
  }

  #open(value: JSONValue[] | JSONObject, { indent, inMapping }: Place): void {
    if (this.#stack.length >= maxDepth) throw new MachineryError('TooDeep', `yaml: exceeded max depth of ${maxDepth}`)
    if (Array.isArray(value)) {
      if (value.length === 0) this.#sink.writeWord('[]')
      else {
        const indentless = inMapping && !this.#sink.indention
        this.#stack.push({ items: value, indent: nested(indent, indentless), next: 0 })
      }
      return
    }
    const keys = Object.keys(value).filter((key) => value[key] !== undefined)
    if (keys.length === 0) this.#sink.writeWord('{}')
    else this.#stack.push({ object: value, keys: keys.sort(compareKeys), indent: nested(indent, false), next: 0 })
  }

  #writeString(text: string, { style }: ScalarShape, { indent, fold }: { indent: number; fold: boolean }): void {
    switch (style) {
      case 'plain':
        this.#sink.writePlain(text, indent, fold)
        break
      case 'single':
        this.#sink.writeSingleQuoted(text, indent, fold)
        break
      case 'double':
        this.#sink.writeDoubleQuoted(text, indent, fold)
        break
      case 'literal':
        this.#sink.writeLiteral(text, indent)
        break
    }
  }
}

/** Reports whether a key may be on the line of its value; a UTF-16 unit takes three bytes at most. */
function isShort(key: string): boolean {
  return key.length * 3 <= maxKeyBytes || utf8Length(key) <= maxKeyBytes
}

function wellFormed(text: string): string {
  return surrogate.test(text) ? text.replace(loneSurrogate, '\ufffd') : text
}

function nested(indent: number, indentless: boolean): number {
  if (indent < 0) return 0
  return indentless ? indent : indent + 2
}

/**
 * Writes a JSON value as YAML, byte for byte as Go's `sigs.k8s.io/yaml` does: keys in natural order, sequences in the
 * column of their key, long text folded at 80 columns. `undefined` properties are omitted.
 *
 * @throws MachineryError `UnsupportedValue` for NaN and infinities, `TooDeep` beyond 10,000 levels.
 */
export function jsonToYAML(value: JSONValue | object): string {
  return new Writer().write(value as JSONValue)
}
