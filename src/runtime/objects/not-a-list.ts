import { MachineryError } from '../../errors/machinery-error.js'
import { fromObject } from '../../errors/status-object.js'

/**
 * The error for an object in place of a list, code `NotAList`. If the object is the `Status` of a failure, its message is
 * used and the cause is its error, so that `isForbidden(error)` works.
 */
export function notAList(object: object, message: string): MachineryError {
  const { kind, status, message: reason }: { kind?: unknown; status?: unknown; message?: unknown } = object
  if (kind !== 'Status' || status !== 'Failure') return new MachineryError('NotAList', message)
  const words = typeof reason === 'string' && reason !== '' ? `${message}: ${reason}` : message
  return new MachineryError('NotAList', words, { cause: causeOf(object) })
}

function causeOf(status: object): unknown {
  try {
    return fromObject(status)
  } catch (error) {
    return error
  }
}
