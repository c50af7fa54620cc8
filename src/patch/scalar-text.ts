import { NumberLiteral } from '../json/json-document.js'

/** A scalar with its text: `1.0`, `"\u0041"`. It is written unchanged. */
export class ScalarText extends NumberLiteral {
  readonly value: unknown

  constructor(text: string, value: unknown) {
    super(text)
    this.value = value
  }
}

/** The value of a scalar, whether or not it remembers its text. */
export function scalarValue(value: unknown): unknown {
  return value instanceof ScalarText ? value.value : value
}
