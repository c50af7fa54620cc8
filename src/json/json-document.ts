/** A number as it stands in the text. */
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

/** An object as it stands in the text: every member in order, duplicates included. */
export class ObjectNode {
  readonly names: string[] = []
  readonly values: JSONNode[] = []
  /** Where each name starts in the text (UTF-16 units from 0). */
  readonly offsets: number[] = []
  /** Where the object itself stands in the text, from the opening brace to behind the closing one. */
  start = 0
  end = 0
}

/**
 * A JSON text with nothing lost: member order, duplicate names and number text. Strings, booleans and `null` stand for
 * themselves.
 */
export type JSONNode = null | boolean | string | NumberLiteral | JSONNode[] | ObjectNode
