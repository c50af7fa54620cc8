import { isMachineryError, MachineryError, type MachineryErrorOptions } from '../errors/machinery-error.js'

/**
 * One value cannot become another: no conversion is registered, or the
 * registered one gave no result. Code `Conversion`.
 */
export class ConversionError extends MachineryError {
  override readonly name = 'ConversionError'
  /** Name of the type that was to be converted. */
  readonly from: string
  /** Name of the target type. */
  readonly to: string

  constructor(from: string, to: string, options: MachineryErrorOptions & { readonly detail?: string } = {}) {
    super('Conversion', `converting (${from}) to (${to}): ${options.detail ?? 'unknown conversion'}`, options)
    this.from = from
    this.to = to
  }
}

/** Reports whether `error` is a {@link ConversionError} of any loaded copy of this package. */
export function isConversionError(error: unknown): error is ConversionError {
  return isMachineryError(error, 'Conversion')
}
