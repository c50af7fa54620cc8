import { documentValue } from './document-value.js'
import type { JSONNode } from './json-document.js'
import type { JSONValue } from './json-value.js'
import type { NumberRule } from './number-value.js'
import { parseDocument } from './parse-document.js'
import { hasLongInteger, mayOverflow } from './parse-json.js'

/** A JSON text that has been found well-formed, and what is known of its content. */
export class JSONSource {
  readonly text: string
  /**
   * What `JSON.parse` says; undefined when it might have rounded an integer. Numbers with a wide exponent may have become
   * infinite. Readers may take it over, once.
   */
  readonly quick: JSONValue | undefined
  #document: JSONNode | undefined

  /** @throws JSONSyntaxError with Go's message and the position. */
  constructor(text: string) {
    this.text = text
    this.quick = hasLongInteger(text) ? undefined : parseQuickly(text)
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
    return quick === undefined || mayOverflow(this.text) ? documentValue(this.document, numbers) : quick
  }
}

/** Undefined for text that is not JSON: the exact parser names the problem in Go's words. */
function parseQuickly(text: string): JSONValue | undefined {
  try {
    return JSON.parse(text) as JSONValue
  } catch {
    return undefined
  }
}
