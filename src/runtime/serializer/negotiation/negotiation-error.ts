import { isMachineryError, MachineryError } from '../../../errors/machinery-error.js'

/** No format suits an `Accept` header. HTTP status 406, code `NotAcceptable`. */
export class NotAcceptableError extends MachineryError {
  override readonly name = 'NotAcceptableError'
  /** Media types that would have been accepted. */
  readonly accepted: readonly string[]
  readonly status: number = 406

  /** `target` names the kind that was to be returned instead of the usual one, if any. */
  constructor(accepted: readonly string[], target?: string) {
    const converting = target === undefined ? '' : ` when converting to ${target}`
    super('NotAcceptable', `only the following media types are accepted${converting}: ${accepted.join(', ')}`)
    this.accepted = accepted
  }
}

/** The media type of a request body is not known. HTTP status 415, code `UnsupportedMediaType`. */
export class UnsupportedMediaTypeError extends MachineryError {
  override readonly name = 'UnsupportedMediaTypeError'
  readonly status: number = 415

  constructor(
    /** Media types that would have been accepted. */
    readonly accepted: readonly string[],
  ) {
    super(
      'UnsupportedMediaType',
      `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
    )
  }
}

/** A client has no serializer for a content type. Code `Negotiate`. */
export class NegotiateError extends MachineryError {
  override readonly name = 'NegotiateError'
  readonly contentType: string
  readonly stream: boolean

  constructor(contentType: string, { stream = false }: { readonly stream?: boolean } = {}) {
    super('Negotiate', `no ${stream ? 'stream ' : ''}serializers registered for ${contentType}`)
    this.contentType = contentType
    this.stream = stream
  }
}

/** Reports whether `error` means that no format matches an `Accept` header. */
export function isNotAcceptableError(error: unknown): error is NotAcceptableError {
  return isMachineryError(error, 'NotAcceptable')
}

/** Reports whether `error` means that a media type is not supported. */
export function isUnsupportedMediaTypeError(error: unknown): error is UnsupportedMediaTypeError {
  return isMachineryError(error, 'UnsupportedMediaType')
}

/** Reports whether `error` means that a client has no serializer for a content type. */
export function isNegotiateError(error: unknown): error is NegotiateError {
  return isMachineryError(error, 'Negotiate')
}
