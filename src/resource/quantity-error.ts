import { MachineryError } from '../errors/machinery-error.js'

/** Why text is not a quantity. `OutOfRange` is this library's own limit, the others are Go's errors. */
export type QuantityErrorReason = 'FormatWrong' | 'Numeric' | 'Suffix' | 'OutOfRange'

const messages: Readonly<Record<QuantityErrorReason, string>> = {
  FormatWrong: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  Numeric: 'unable to parse numeric part of quantity',
  Suffix: "unable to parse quantity's suffix",
  OutOfRange: 'quantity has too many digits or too large an exponent',
}

/** Thrown for text or numbers that are not a quantity; `code` is `InvalidQuantity`. */
export class QuantityError extends MachineryError {
  override readonly name: string = 'QuantityError'

  constructor(readonly reason: QuantityErrorReason) {
    super('InvalidQuantity', messages[reason])
  }
}
