import { isMachineryError, MachineryError, type MachineryErrorOptions } from '../../errors/machinery-error.js'
import { excerpt } from './excerpt.js'

/** The input has no `apiVersion`. Code `MissingVersion`. */
export class MissingVersionError extends MachineryError {
  override readonly name = 'MissingVersionError'

  /** `data` is the input as text; a very long one is cut in the message. */
  constructor(data: string, options: MachineryErrorOptions = {}) {
    super('MissingVersion', `Object 'apiVersion' is missing in '${excerpt(data)}'`, options)
  }
}

/** Reports whether `error` means that an object has no `apiVersion`. */
export function isMissingVersion(error: unknown): error is MissingVersionError {
  return isMachineryError(error, 'MissingVersion')
}
