import { isMachineryError, MachineryError, type MachineryErrorOptions } from '../../errors/machinery-error.js'
import { excerpt } from './excerpt.js'

/** The input has no `kind`. Code `MissingKind`. */
export class MissingKindError extends MachineryError {
  override readonly name = 'MissingKindError'

  /** `data` is the input as text; a very long one is cut in the message. */
  constructor(data: string, options: MachineryErrorOptions = {}) {
    super('MissingKind', `Object 'Kind' is missing in '${excerpt(data)}'`, options)
  }
}

/** Reports whether `error` means that an object has no `kind`. */
export function isMissingKind(error: unknown): error is MissingKindError {
  return isMachineryError(error, 'MissingKind')
}
