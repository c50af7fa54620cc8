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

/** Whether the server no longer has a resource version: later changes have to be found by a list. */
export function isExpiredError(error: unknown): boolean {
  return isResourceExpired(error) || isGone(error)
}

/** Whether the server does not have a resource version yet. */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (hasStatusCause(error, CauseType.ResourceVersionTooLarge)) return true
  return isTimeout(error) && (statusOf(error)?.message ?? '').includes('Too large resource version')
}

/**
 * Whether a watch may continue at its version: after a closed connection, or if the server asks to retry later. Not after
 * an error event: the server could not send the same object again, for example one that it cannot decode; a list skips it.
 */
export function isWatchRetriable(error: unknown): boolean {
  if (isRequestStatusError(error) && error.httpStatus === 200) return isTooManyRequests(error)
  if (isTransportError(error)) return error.code !== 'Closed' && error.code !== 'Unsupported'
  if (isMachineryError(error, 'UnexpectedEOF')) return true
  return isTooManyRequests(error) || isServiceUnavailable(error) || isServerTimeout(error) || isInternalError(error)
}

/** Milliseconds to wait before the next attempt, as the server asks. */
export function retryAfterOf(error: unknown): number {
  const { retryAfterSeconds }: { retryAfterSeconds?: unknown } = error ?? {}
  const seconds = typeof retryAfterSeconds === 'number' ? retryAfterSeconds : (suggestsClientDelay(error) ?? 0)
  return seconds * 1000
}
