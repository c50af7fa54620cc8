import { addBrand, hasBrand } from '../internal/has-brand.js'
import type { MachineryErrorCode } from './machinery-error-code.js'

/** Brand shared by every copy of this package in a process, of any module format or version. */
const brand: unique symbol = Symbol.for('apimachinery.error')

/** A place in a text input: `line` and `column` count from 1, `offset` counts UTF-16 units from 0. */
export interface TextPosition {
  readonly offset: number
  readonly line: number
  readonly column: number
}

/** Properties of a {@link MachineryError} besides its message. */
export interface MachineryErrorOptions {
  /** Field path in Go's notation, for example `spec.containers[0].image`. */
  readonly path?: string | undefined
  /** Position of the problem in the text. */
  readonly position?: TextPosition | undefined
  readonly cause?: unknown
}

/**
 * The base of every error this library throws on purpose.
 *
 * `code` is stable and made for programs ({@link MachineryErrorCodes} has all); `message` is made for people and
 * follows Go's wording where Go has one. Recognise errors with guards such as {@link isMachineryError}: they also work
 * when two copies of the package are loaded.
 */
export class MachineryError extends Error {
  override readonly name: string = 'MachineryError'
  /** Stable, machine-readable reason. */
  readonly code: MachineryErrorCode
  /** Field path in Go's notation, when the error concerns one field. */
  readonly path: string | undefined
  /** Place in the source text, when the input was text. */
  readonly position: TextPosition | undefined

  constructor(code: MachineryErrorCode, message: string, options: MachineryErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.path = options.path
    this.position = options.position
    addBrand(this, brand)
  }
}

/** Reports whether `error` is a {@link MachineryError} of any loaded copy of this package, with `code` when given. */
export function isMachineryError(error: unknown, code?: MachineryErrorCode): error is MachineryError {
  if (!hasBrand(error, brand)) return false
  return code === undefined || (error as { code?: unknown }).code === code
}
