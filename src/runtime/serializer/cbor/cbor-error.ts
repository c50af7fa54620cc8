import { isMachineryError, MachineryError } from '../../../errors/machinery-error.js'
import { messageOf } from '../../../errors/message-of.js'

/** Where a {@link CBORError} happened. */
export interface CBORErrorPlace {
  /** Field path in Go's notation. */
  readonly path?: string | undefined
  /** Byte offset in the input, when bytes were being read. */
  readonly offset?: number | undefined
  readonly cause?: unknown
}

/**
 * Bytes that are not CBOR or not of the expected type, or a value that has no CBOR form. Code `CBORDecode` or
 * `CBOREncode`.
 */
export class CBORError extends MachineryError {
  override readonly name: string = 'CBORError'
  /** Byte offset in the input at which reading stopped; absent when writing. */
  readonly offset: number | undefined

  constructor(code: 'CBORDecode' | 'CBOREncode', message: string, place: CBORErrorPlace = {}) {
    super(code, message, { path: place.path, cause: place.cause })
    this.offset = place.offset
  }
}

/** A data item of another type than the field has. The message is worded when the field is known. */
export class CBORTypeError extends CBORError {
  override readonly name = 'CBORTypeError'

  constructor(
    readonly facts: { readonly item: string; readonly wanted: string; readonly reason?: string },
    offset: number,
  ) {
    super('CBORDecode', worded(facts), { offset })
  }
}

/** Go's message for the failure of a part that it transcodes to JSON; it does not name the field. */
export function transcodeError(error: unknown, offset: number): unknown {
  if (!(error instanceof Error) || error instanceof RangeError) return error
  const cause = error instanceof CBORError ? error : undefined
  const message = cause?.cause instanceof CBORTypeError ? cause.cause.message : error.message
  return new CBORError(
    'CBORDecode',
    `failed to transcode RawExtension to JSON: failed to parse RawExtension bytes as CBOR: ${message}`,
    { path: cause?.path, offset: cause?.offset ?? offset },
  )
}

function worded({ item, wanted, reason }: CBORTypeError['facts'], field = ''): string {
  const target = field === '' ? 'Go value' : `Go struct field ${field}`
  const message = `cbor: cannot unmarshal ${item} into ${target} of type ${wanted}`
  return reason === undefined ? message : `${message} (${reason})`
}

/** Where an error passes through on its way out. */
export interface FailureStep {
  /** Field name, or an index or key in brackets. */
  readonly step: string
  /** `v1.ConfigMap.data` when the step is a field of a struct. */
  readonly field?: string
}

/** The error with one more step in its path; a type error then names the outermost field, as Go does. */
export function withStep(error: unknown, { step, field }: FailureStep, offset: number): unknown {
  if (error instanceof RangeError) return error
  const failure = error instanceof CBORError ? error : undefined
  const rest = failure?.path ?? ''
  const path = rest === '' || rest.startsWith('[') ? step + rest : `${step}.${rest}`
  const type =
    error instanceof CBORTypeError ? error : failure?.cause instanceof CBORTypeError ? failure.cause : undefined
  const message = type !== undefined && field !== undefined ? worded(type.facts, field) : messageOf(error)
  return new CBORError('CBORDecode', message, {
    path,
    offset: failure?.offset ?? offset,
    cause: type ?? failure?.cause ?? error,
  })
}

/** Reports whether `error` is a {@link CBORError} of any loaded copy of this package. */
export function isCBORError(error: unknown): error is CBORError {
  return isMachineryError(error, 'CBORDecode') || isMachineryError(error, 'CBOREncode')
}
