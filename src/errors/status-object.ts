import { causesOf } from './causes-of.js'
import { isMachineryError, MachineryError } from './machinery-error.js'
import { messageOf } from './message-of.js'
import type { Status } from './status.js'
import { StatusError, statusOf } from './status-error.js'

/** An object was found where a `Status` was expected. */
export class UnexpectedObjectError extends MachineryError {
  override readonly name: string = 'UnexpectedObjectError'

  constructor(
    /** The object that was received instead. */
    readonly object: unknown,
  ) {
    super('UnexpectedObject', `unexpected object: ${describe(object)}`)
  }
}

/** Reports whether `error`, or what caused it, is an {@link UnexpectedObjectError} of any loaded copy of this package. */
export function isUnexpectedObjectError(error: unknown): boolean {
  return causesOf(error).some((cause) => isMachineryError(cause, 'UnexpectedObject'))
}

/**
 * Makes the error for a decoded `Status`; any other object gives an {@link UnexpectedObjectError}. The error is returned,
 * not thrown.
 *
 * @throws {MachineryError} `InvalidStatus` with the field path, if the object is a `Status` with a field of a wrong type.
 */
export function fromObject(object: unknown): StatusError | UnexpectedObjectError {
  if (!isStatus(object)) return new UnexpectedObjectError(object)
  checkStatus(object)
  return new StatusError(object)
}

/**
 * The `Status` that a server answers with when `error` is thrown: that of a status error, also of one that is the cause;
 * for anything else an unknown failure (500). `kind`, `apiVersion` and `code` are always there.
 */
export function toAPIStatus(error: unknown): Status {
  const status = statusOf(error)
  const head = { kind: 'Status', apiVersion: 'v1', metadata: {} }
  if (status === undefined) return { ...head, status: 'Failure', message: messageOf(error), code: 500 }
  const complete: Status = { ...head, ...status, kind: 'Status', apiVersion: 'v1' }
  if (!complete.status) complete.status = 'Failure'
  if (!complete.code) complete.code = complete.status === 'Success' ? 200 : 500
  return complete
}

/** The HTTP status code to answer with when `error` is thrown. */
export function httpStatusFor(error: unknown): number {
  return toAPIStatus(error).code ?? 500
}

function isStatus(object: unknown): object is Status {
  if (typeof object !== 'object' || object === null) return false
  const { kind, apiVersion }: Status = object
  return kind === 'Status' && (apiVersion === 'v1' || apiVersion === 'meta.k8s.io/v1')
}

function checkStatus(status: Status): void {
  for (const key of ['status', 'message', 'reason'] as const) expectType(status[key], 'string', key)
  expectType(status.code, 'number', 'code')
  expectType(status.details, 'object', 'details')
  const { details } = status
  if (details === undefined || details === null) return
  for (const key of ['name', 'group', 'kind', 'uid'] as const) expectType(details[key], 'string', `details.${key}`)
  expectType(details.retryAfterSeconds, 'number', 'details.retryAfterSeconds')
  const causes: unknown = details.causes
  if (causes === undefined || causes === null) return
  if (!Array.isArray(causes)) throw wrongType('details.causes', 'array')
  causes.forEach((cause: unknown, index) => {
    checkCause(cause, `details.causes[${index}]`)
  })
}

function checkCause(cause: unknown, path: string): void {
  if (typeof cause !== 'object' || cause === null) throw wrongType(path, 'object')
  const fields = cause as Record<string, unknown>
  for (const key of ['reason', 'message', 'field']) expectType(fields[key], 'string', `${path}.${key}`)
}

function expectType(value: unknown, type: 'string' | 'number' | 'object', path: string): void {
  if (value === undefined || value === null) return
  if (typeof value !== type || Array.isArray(value)) throw wrongType(path, type)
}

function wrongType(path: string, type: string): MachineryError {
  return new MachineryError('InvalidStatus', `${path}: expected ${type}`, { path })
}

/** Names the object without printing what may be secret. */
function describe(object: unknown): string {
  if (typeof object !== 'object' || object === null) return String(object)
  const {
    apiVersion,
    kind,
    metadata,
  }: {
    apiVersion?: unknown
    kind?: unknown
    metadata?: { name?: unknown }
  } = object
  const words = [apiVersion, kind, metadata?.name].filter((word) => typeof word === 'string' && word !== '')
  return words.length === 0 ? 'of no kind' : words.join(' ')
}
