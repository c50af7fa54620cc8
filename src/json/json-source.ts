import { documentValue } from './document-value.js'
import { exactValue } from './exact-value.js'
import type { JSONNode } from './json-document.js'
import type { JSONValue } from './json-value.js'
import type { NumberRule } from './number-value.js'
import { parseDocument } from './parse-document.js'
import { parseQuickly } from './parse-json.js'
import { replaceSurrogates } from './replace-surrogates.js'

/** A JSON text that has been found well-formed, and what is known of its content. */
export class JSONSource {
  readonly text: string
  /**
   * What `JSON.parse` says: numbers outside ±(2^53−1) may have been rounded, or become infinite. Undefined where only the
   * exact parser takes the text. Readers may take it over, once.
   */
  readonly quick: JSONValue | undefined
  /** What is read: the text, or the text with half surrogate pairs replaced. */
  readonly #read: string
  #document: JSONNode | undefined

  /**
   * With `wellFormed`, escapes of surrogates that are no pair read as U+FFFD, as in Go.
   *
   * @throws JSONSyntaxError with Go's message and the position.
   */
  constructor(text: string, { wellFormed = false }: { readonly wellFormed?: boolean } = {}) {
    this.text = text
    this.#read = wellFormed ? replaceSurrogates(text) : text
    this.quick = parseQuickly(this.#read)
    // The exact parser names the problem in Go's words.
    if (this.quick === undefined) this.#document = parseDocument(this.#read)
  }

  /** The text with nothing lost. Parsed when first asked for. */
  get document(): JSONNode {
    this.#document ??= parseDocument(this.#read)
    return this.#document
  }

  /** The value, exactly. @throws MachineryError `NumberOutOfRange`. */
  value(numbers: NumberRule = 'exact'): JSONValue {
    const { quick } = this
    return quick === undefined ? documentValue(this.document, numbers) : exactValue(this.#read, quick, numbers)
  }
}
