import { MachineryError } from '../errors/machinery-error.js'

/** Types that contain themselves are read recursively; where the stack ends, so does what is accepted. */
export function guardDepth<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new MachineryError('TooDeep', 'exceeded max depth', { cause: error })
    throw error
  }
}
