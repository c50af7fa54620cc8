import { isMachineryError, MachineryError } from '../../errors/machinery-error.js'
import { messageOf } from '../../errors/message-of.js'

/** Decides which errors are passed on unchanged. */
interface Passing {
  isMissingVersionError(error: unknown): boolean
}

/** Runs `step` and prefixes its errors with a context, as Go's `fmt.Errorf("context: %v", err)`. */
export function inContext<T>(context: string, step: () => T, passing?: Passing): T {
  try {
    return step()
  } catch (error) {
    if (passing?.isMissingVersionError(error) === true) throw error
    throw contextError(context, error)
  }
}

/** An error with a context before its message; code and path stay. */
export function contextError(context: string, error: unknown): MachineryError {
  const known = isMachineryError(error)
  const message = messageOf(error)
  return new MachineryError(known ? error.code : 'ManagedFields', `${context}: ${message}`, {
    path: known ? error.path : undefined,
    cause: error,
  })
}
