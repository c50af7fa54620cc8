import { isMachineryError, MachineryError } from '../../errors/machinery-error.js'
import { messageOf } from '../../errors/message-of.js'

/** Says of errors whether they pass as they are. */
interface Passing {
  isMissingVersionError(error: unknown): boolean
}

/** Runs `step`; what it throws gets a context in front, as Go's `fmt.Errorf("context: %v", err)`. */
export function inContext<T>(context: string, step: () => T, passing?: Passing): T {
  try {
    return step()
  } catch (error) {
    if (passing?.isMissingVersionError(error) === true) throw error
    throw contextError(context, error)
  }
}

/** An error with a context in front of its message; code and path stay. */
export function contextError(context: string, error: unknown): MachineryError {
  const known = isMachineryError(error)
  const message = messageOf(error)
  return new MachineryError(known ? error.code : 'ManagedFields', `${context}: ${message}`, {
    path: known ? error.path : undefined,
    cause: error,
  })
}
