import { addBrand, hasBrand } from '../internal/has-brand.js'
import { MachineryError, type MachineryErrorOptions } from './machinery-error.js'
import type { Status, StatusReason } from './status.js'

/** Brand that marks status errors across copies and formats of this package. */
const brand: unique symbol = Symbol.for('apimachinery.status-error')

/** Anything that carries a `Status`; what the predicates of this folder look for. */
export interface APIStatus {
  readonly status: Status
}

/**
 * The failure of an API operation, as an API server reports it. Servers make one with `newNotFound` and the other
 * constructors, clients with `fromObject`; `code` is always `'StatusError'`, and the reason is in the status.
 */
export class StatusError extends MachineryError implements APIStatus {
  override readonly name: string = 'StatusError'
  readonly status: Status

  constructor(status: Status, options?: MachineryErrorOptions) {
    super('StatusError', status.message ?? '', options)
    this.status = status
    addBrand(this, brand)
  }

  /** The machine-readable reason; empty when unknown. */
  get reason(): StatusReason {
    return this.status.reason ?? ''
  }
}

/** Reports whether `error` itself is a {@link StatusError} of any loaded copy of this package. */
export function isStatusError(error: unknown): error is StatusError {
  return hasBrand(error, brand)
}

/**
 * The status of `error` or of one of its causes: follows `cause` and the members of a native `AggregateError`; the first
 * match wins. `undefined` if there is none.
 */
export function statusOf(error: unknown): Status | undefined {
  const pending: unknown[] = [error]
  const seen = new Set<unknown>()
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    if (isStatusError(next)) return next.status
    if (next instanceof AggregateError) for (const member of next.errors.toReversed()) pending.push(member)
    if ('cause' in next) pending.push(next.cause)
  }
  return undefined
}
