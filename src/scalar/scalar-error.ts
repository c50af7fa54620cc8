import { MachineryError } from '../errors/machinery-error.js'

/** The type that a scalar was read as. */
export type ScalarErrorCode = 'InvalidTime' | 'InvalidDuration' | 'InvalidIntOrString'

/** Thrown for a JSON value that is not the time, duration or int-or-string it should be. */
export class ScalarError extends MachineryError {
  override readonly name: string = 'ScalarError'

  constructor(code: ScalarErrorCode, message: string) {
    super(code, message)
  }
}

/** Go's message for a JSON value of the wrong type. */
export function wrongTypeMessage(value: unknown, wanted: string): string {
  return `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${wanted}`
}

function jsonTypeName(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'object':
      return typeof value
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'number'
    default:
      return 'value'
  }
}
