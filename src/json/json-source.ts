import { documentValue } from './document-value.js'
import { exactValue } from './exact-value.js'
import type { JSONNode } from './json-document.js'
import type { JSONValue } from './json-value.js'
import type { NumberRule } from './number-value.js'
import { parseDocument } from './parse-document.js'
import { parseQuickly } from './parse-json.js'

/** A JSON text that has been found well-formed, and what is known of its content. */
export class JSONSource {
  readonly text: string
  /**
   * What `JSON.parse` says: numbers outside ±(2^53−1) may have been rounded, or become infinite. Undefined where only the
   * exact parser takes the text. Readers may take it over, once.
   */
  readonly quick: JSONValue | undefined
  #document: JSONNode | undefined

  /** @throws JSONSyntaxError with Go's message and the position. */
  constructor(text: string) {
    this.text = text
    this.quick = parseQuickly(text)
    // The exact parser names the problem in Go's words.
    if (this.quick === undefined) this.#document = parseDocument(text)
  }

  /** The text with nothing lost. Parsed when first asked for. */
  get document(): JSONNode {
    this.#document ??= parseDocument(this.text)
    return this.#document
  }

  /** The value, exactly. @throws MachineryError `NumberOutOfRange`. */
  value(numbers: NumberRule = 'exact'): JSONValue {
    const { quick } = this
    return quick === undefined ? documentValue(this.document, numbers) : exactValue(this.text, quick, numbers)
  }
}
