import {
  isMachineryError,
  MachineryError,
  type MachineryErrorOptions,
  type TextPosition,
} from '../errors/machinery-error.js'
import type { Decoded } from './interfaces.js'

/** Something that a strict read objects to. */
export interface StrictFinding {
  /** Field in Go's notation, keys not quoted: `spec.containers[0].foo`; absent for what is not about one field. */
  readonly path?: string | undefined
  /** Go's wording: `unknown field "spec.foo"`. */
  readonly message: string
  /** Position of the field's name in the text, if known. */
  readonly position?: TextPosition | undefined
}

/** Properties of a {@link StrictDecodingError} besides its findings. */
export interface StrictDecodingErrorOptions extends MachineryErrorOptions {
  /** The object that was decoded in spite of the findings. */
  readonly decoded?: Decoded | undefined
}

/** Everything a strict read objects to: unknown and duplicate fields. Code `StrictDecoding`. */
export class StrictDecodingError extends MachineryError {
  override readonly name = 'StrictDecodingError'
  /** The messages of {@link findings}. */
  readonly errors: readonly string[]
  /** In document order. */
  readonly findings: readonly StrictFinding[]
  /** The object that was decoded in spite of the findings; absent if there is none. */
  readonly decoded: Decoded | undefined

  constructor(findings: readonly StrictFinding[], options: StrictDecodingErrorOptions = {}) {
    const errors = findings.map(({ message }) => message)
    super('StrictDecoding', `strict decoding error: ${errors.join(', ')}`, options)
    this.errors = errors
    this.findings = findings
    this.decoded = options.decoded
  }
}

/** Reports whether `error` is a {@link StrictDecodingError} of any loaded copy of this package. */
export function isStrictDecodingError(error: unknown): error is StrictDecodingError {
  return isMachineryError(error, 'StrictDecoding')
}
