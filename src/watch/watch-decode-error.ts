import { isMachineryError, MachineryError } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'

/** An event whose object cannot be decoded. Code `WatchDecode`; `cause` is the error of the decoder. */
export class WatchDecodeError extends MachineryError {
  override readonly name: string = 'WatchDecodeError'
  /** Type of the event. */
  readonly type: string

  constructor(type: string, cause: unknown) {
    const message = messageOf(cause)
    const { path, position } = isMachineryError(cause) ? cause : {}
    super('WatchDecode', `unable to decode watch event: ${message}`, { path, position, cause })
    this.type = type
  }
}

/** Reports whether `error` is a {@link WatchDecodeError} of any loaded copy of this package. */
export function isWatchDecodeError(error: unknown): error is WatchDecodeError {
  return isMachineryError(error, 'WatchDecode')
}
