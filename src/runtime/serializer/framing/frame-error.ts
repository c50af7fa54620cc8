import { isMachineryError, MachineryError } from '../../../errors/machinery-error.js'

/** A frame is larger than its reader accepts. Code `FrameTooLarge`. */
export class FrameTooLargeError extends MachineryError {
  override readonly name: string = 'FrameTooLargeError'

  constructor(
    /** The limit of the reader, in bytes. */
    readonly limit: number,
  ) {
    super('FrameTooLarge', `object to decode was longer than maximum allowed size of ${limit} bytes`)
  }
}

/** Reports whether `error` is about a frame that is too large. */
export function isFrameTooLarge(error: unknown): error is FrameTooLargeError {
  return isMachineryError(error, 'FrameTooLarge')
}

/** Makes the error for a stream that ends within a frame. Code `UnexpectedEOF`. */
export function unexpectedEnd(): MachineryError {
  return new MachineryError('UnexpectedEOF', 'unexpected EOF')
}
