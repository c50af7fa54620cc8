import type { Duration } from '@marcbachmann/cel-js/evaluator'
import { textOf } from './format-string.js'
import type { FunctionLibrary } from './function-library.js'

const duration = 'google.protobuf.Duration'
const timestamp = 'google.protobuf.Timestamp'

/** Conversions that the library leaves out. */
export const conversionFunctions: FunctionLibrary = (env) => {
  env.registerFunction(`string(${timestamp}): string`, textOf)
  env.registerFunction(`string(${duration}): string`, textOf)
  env.registerFunction(`int(${timestamp}): int`, (date: Date) => BigInt(Math.floor(date.getTime() / 1000)))
  env.registerFunction(`timestamp(${timestamp}): ${timestamp}`, (date: Date) => date)
  env.registerFunction(`duration(${duration}): ${duration}`, (each: Duration) => each)
}
