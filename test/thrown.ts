import { isMachineryError, type MachineryError } from '../src/errors/machinery-error.js'

/** The error that a call throws, cast to `E`; the test fails when it throws nothing. */
export function thrown<E = Error>(call: () => unknown): E {
  try {
    call()
  } catch (error) {
    return error as E
  }
  throw new Error('nothing was thrown')
}

/** The error that a call throws on purpose; any other is thrown on. */
export function machineryErrorOf(call: () => unknown): MachineryError {
  const error = thrown(call)
  if (!isMachineryError(error)) throw error
  return error
}
