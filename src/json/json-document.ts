/** A number, with its text. */
export class NumberLiteral {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** Whether the text is an integer without fraction and exponent. */
  get isInteger(): boolean {
    return /^-?\d+$/.test(this.text)
  }
}

/** An object of a document: every member in order, including duplicates. */
export class ObjectNode {
  readonly names: string[] = []
  readonly values: JSONNode[] = []
  /** Where each name starts in the text (UTF-16 units from 0). */
  readonly offsets: number[] = []
  /** Position of the object in the text, from the opening brace to after the closing one. */
  start = 0
  end = 0
}

/**
 * A JSON text without loss: member order, duplicate names and number text. Strings, booleans and `null` are themselves.
 */
export type JSONNode = null | boolean | string | NumberLiteral | JSONNode[] | ObjectNode
