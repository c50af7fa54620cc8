import { isMachineryError, MachineryError, messageOf } from 'apimachinery/errors'

/**
 * Why a request failed below HTTP. `NotConnected`: there was no connection, so the server has not received the request.
 * `Unsent`: the server reported that it did not process the request. `ConnectionLost`: the connection ended, the server may
 * have acted. `UnexpectedEOF`: the body is shorter than announced. `Protocol`: the peer violates HTTP. `Unsupported`: this
 * transport cannot do it. `Closed`: the transport was closed. `DeadlineExceeded`: the deadline passed.
 */
export type TransportErrorCode =
  | 'NotConnected'
  | 'Unsent'
  | 'ConnectionLost'
  | 'UnexpectedEOF'
  | 'Protocol'
  | 'Unsupported'
  | 'Closed'
  | 'DeadlineExceeded'

/** A failure of the connection, not of the server. */
export class TransportError extends MachineryError {
  override readonly name: string = 'TransportError'
  declare readonly code: TransportErrorCode

  constructor(code: TransportErrorCode, message: string, cause?: unknown) {
    super(code, message, { cause })
  }

  /** Whether the server cannot have acted on the request, so that sending it again is always safe. */
  get unsent(): boolean {
    return this.code === 'NotConnected' || this.code === 'Unsent'
  }
}

/** Reports whether `error` is a {@link TransportError}, with `code` when given. */
export function isTransportError(error: unknown, code?: TransportErrorCode): error is TransportError {
  return isMachineryError(error, code) && (error as { name?: unknown }).name === 'TransportError'
}

/** Wraps what Node throws. */
export function transportError(code: TransportErrorCode, doing: string, cause: unknown): TransportError {
  if (isTransportError(cause)) return cause
  return new TransportError(code, `${doing}: ${transportMessage(cause)}`, cause)
}

function transportMessage(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return cause.errors.map(transportMessage).join('; ')
  return messageOf(cause)
}
