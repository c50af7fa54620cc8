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
   * The result of `JSON.parse`: numbers outside ±(2^53−1) may have been rounded or be infinite. Undefined if only the exact
   * parser accepts the text. A reader may reuse it, once.
   */
  readonly quick: JSONValue | undefined
  /** The text to parse: the input, or the input with unpaired surrogates replaced. */
  readonly #read: string
  #document: JSONNode | undefined

  /**
   * With `wellFormed`, escapes of unpaired surrogates are read as U+FFFD, as in Go.
   *
   * @throws JSONSyntaxError with Go's message and the position.
   */
  constructor(text: string, { wellFormed = false }: { readonly wellFormed?: boolean } = {}) {
    this.text = text
    this.#read = wellFormed ? replaceSurrogates(text) : text
    this.quick = parseQuickly(this.#read)
    // The exact parser reports the problem in Go's wording.
    if (this.quick === undefined) this.#document = parseDocument(this.#read)
  }

  /** The text without loss. Parsed on first use. */
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
