import { messageOf, newBadRequest } from 'apimachinery/errors'

/** Runs what reads input. @throws StatusError 400 with the message of what that throws, after `prefix`. */
export function orBadRequest<T>(run: () => T, prefix = ''): T {
  try {
    return run()
  } catch (error) {
    throw newBadRequest(prefix + messageOf(error))
  }
}
