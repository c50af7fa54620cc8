import { isMachineryError, MachineryError } from '../errors/machinery-error.js'

/**
 * The error of a wait whose time or steps are used up, code `WaitTimeout`; the message is that of Go's
 * `wait.ErrWaitTimeout`.
 */
export function newWaitTimeout(cause?: unknown): MachineryError {
  return new MachineryError('WaitTimeout', 'timed out waiting for the condition', { cause })
}

/** Reports whether a wait of this folder ended because its time or steps were used up. */
export function isWaitTimeout(error: unknown): boolean {
  return isMachineryError(error, 'WaitTimeout')
}
