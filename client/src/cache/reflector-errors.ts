import {
  CauseType,
  hasStatusCause,
  isGone,
  isInternalError,
  isMachineryError,
  isResourceExpired,
  isServerTimeout,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  statusOf,
  suggestsClientDelay,
} from 'apimachinery/errors'
import { isRequestStatusError } from '../rest/request-status-error.js'
import { isTransportError } from '../transport/transport-error.js'

/** Whether the server no longer knows a resource version: what happened since has to be found by a list. */
export function isExpiredError(error: unknown): boolean {
  return isResourceExpired(error) || isGone(error)
}

/** Whether the server does not know a resource version yet. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (hasStatusCause(error, CauseType.ResourceVersionTooLarge)) return true
  return isTimeout(error) && (statusOf(error)?.message ?? '').includes('Too large resource version')
}

/**
 * Whether a watch may go on where it stood: a connection that ended, a server that asks for patience. Not after an error among the
 * events: what the server cannot send, such as an object that it cannot read, it could not send again; a list goes past it.
 */
export function isWatchRetriable(error: unknown): boolean {
  if (isRequestStatusError(error) && error.httpStatus === 200) return isTooManyRequests(error)
  if (isTransportError(error)) return error.code !== 'Closed' && error.code !== 'Unsupported'
  if (isMachineryError(error, 'UnexpectedEOF')) return true
  return isTooManyRequests(error) || isServiceUnavailable(error) || isServerTimeout(error) || isInternalError(error)
}

/** Milliseconds that the server wants to be left alone. */
export function retryAfterOf(error: unknown): number {
  const { retryAfterSeconds } = (error ?? {}) as { retryAfterSeconds?: unknown }
  const seconds = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : (suggestsClientDelay(error) ?? 0)
  return seconds * 1000
}
