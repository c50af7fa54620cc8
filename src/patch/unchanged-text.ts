import { Found } from '../json/json-cursor.js'
import { NumberLiteral } from '../json/json-document.js'
import { compactText } from '../json/raw-text.js'

/** A part of a document that nothing has looked into, as Go holds it in a `json.RawMessage`. */
export class UnchangedText extends NumberLiteral {
  /** As it was read; {@link text} is as Go writes it: without white space, and with its escapes of `<`, `>` and `&`. */
  readonly source: string
  readonly found: number

  /** `found` is what a cursor found in it, where that is known. */
  constructor(source: string, found: number = Found.oddNumber) {
    super((found & (Found.blank | Found.html)) === 0 ? source : compactText(source))
    this.source = source
    this.found = found
  }

  /** Nothing but white space and the order of members tells it from the JSON of its value. */
  get isPlain(): boolean {
    return (this.found & (Found.oddNumber | Found.foreignEscape)) === 0
  }

  /** Whether it is an object or array. */
  get isContainer(): boolean {
    return this.source.startsWith('{') || this.source.startsWith('[')
  }
}
