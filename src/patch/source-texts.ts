import { compareStrings } from '../internal/compare-strings.js'
import { NumberLiteral } from '../json/json-document.js'
import type { JSONValue } from '../json/json-value.js'
import { quoteJSON } from '../json/quote-json.js'
import { compactText } from '../json/raw-text.js'
import { stringifyJSON } from '../json/stringify-json.js'
import type { AccessedParts } from './accessed-parts.js'
import { type JSONMap, keysOf } from './json-map.js'
import { readSource } from './read-source.js'

/**
 * Values that remember their text. Go's patch library keeps what a patch does not touch: number text, escapes, the order of
 * members, duplicate names; it writes changed parts again, with sorted members. Code that works on these values therefore
 * makes a new object or array wherever Go would look inside, and changes none in place.
 */
export class SourceTexts {
  readonly #texts = new WeakMap<object, string>()

  /**
   * Values that are not read are empty, and written unchanged. @throws JSONSyntaxError with Go's message and the position.
   */
  read(text: string, looked?: AccessedParts): unknown {
    return readSource(text, (container, source) => this.#texts.set(container, source), looked)
  }

  /** Writes the result of {@link read}, or values made from it. */
  write(value: unknown): string {
    if (typeof value !== 'object' || value === null) return stringifyJSON(value as JSONValue)
    if (value instanceof NumberLiteral) return compactText(value.text)
    const text = this.#texts.get(value)
    if (text !== undefined) return compactText(text)
    if (Array.isArray(value)) return `[${value.map((element) => this.write(element)).join(',')}]`
    const map = value as JSONMap
    const members = keysOf(map)
      .sort(compareStrings)
      .map((key) => `${quoteJSON(key)}:${this.write(map[key])}`)
    return `{${members.join(',')}}`
  }
}
