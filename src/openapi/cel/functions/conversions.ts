import { textOf } from './format-string.js'
import type { FunctionLibrary } from './function-library.js'
import { compareOrdered } from './lists.js'

const duration = 'google.protobuf.Duration'
const timestamp = 'google.protobuf.Timestamp'

/** Conversions and comparisons that the library leaves out. */
export const conversionFunctions: FunctionLibrary = (env) => {
  env.registerFunction(`string(${timestamp}): string`, textOf)
  env.registerFunction(`string(${duration}): string`, textOf)
  env.registerOperator('bytes < bytes', (a: Uint8Array, b: Uint8Array) => compareOrdered(a, b) < 0)
  env.registerOperator('bytes <= bytes', (a: Uint8Array, b: Uint8Array) => compareOrdered(a, b) <= 0)
  env.registerOperator('bytes > bytes', (a: Uint8Array, b: Uint8Array) => compareOrdered(a, b) > 0)
  env.registerOperator('bytes >= bytes', (a: Uint8Array, b: Uint8Array) => compareOrdered(a, b) >= 0)
}
