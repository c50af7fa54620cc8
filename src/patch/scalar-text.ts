import { NumberLiteral } from '../json/json-document.js'

/** A scalar whose text says more than its value: `1.0`, `"\u0041"`. It is written as it stood. */
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
