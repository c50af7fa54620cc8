import {
  isMachineryError,
  MachineryError,
  type MachineryErrorOptions,
  type TextPosition,
} from '../errors/machinery-error.js'
import type { Decoded } from './interfaces.js'

/** What a {@link StrictDecodingError} carries besides its findings. */
export interface StrictDecodingErrorOptions extends MachineryErrorOptions {
  /** What was read in spite of the findings. */
  readonly decoded?: Decoded | undefined
  /** Place of each finding in the text, in the order of the findings, where known. */
  readonly positions?: readonly (TextPosition | undefined)[] | undefined
}

/**
 * Everything a strict read objects to: unknown and duplicate fields, in Go's wording, such as
 * `unknown field "spec.foo"`. Code `StrictDecoding`.
 */
export class StrictDecodingError extends MachineryError {
  override readonly name = 'StrictDecodingError'
  /** The findings, in document order. */
  readonly errors: readonly string[]
  /** What was read in spite of the findings; absent when nothing usable was. */
  readonly decoded: Decoded | undefined
  /** Place of each of {@link errors} in the text, where known. */
  readonly positions: readonly (TextPosition | undefined)[]

  constructor(errors: readonly string[], options: StrictDecodingErrorOptions = {}) {
    super('StrictDecoding', `strict decoding error: ${errors.join(', ')}`, options)
    this.errors = errors
    this.decoded = options.decoded
    this.positions = options.positions ?? []
  }
}

/** Reports whether `error` is a {@link StrictDecodingError} of any loaded copy of this package. */
export function isStrictDecodingError(error: unknown): error is StrictDecodingError {
  return isMachineryError(error, 'StrictDecoding')
}
