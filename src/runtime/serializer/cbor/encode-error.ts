import { messageOf } from '../../../errors/message-of.js'
import { CBORError } from './cbor-error.js'

/** A value that is of another type than `wanted`. */
export function mismatch(value: unknown, wanted: string): CBORError {
  const shown = typeof value === 'number' || typeof value === 'bigint' ? `number ${value}` : describe(value)
  return failure(`cannot marshal ${shown} into field of type ${wanted}`)
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

/** An error without a place. */
export function failure(message: string): CBORError {
  return new CBORError('CBOREncode', message)
}

/** The error with the name of a member or element before its path. */
export function step(error: unknown, name: string): unknown {
  if (error instanceof RangeError) return error
  const held = error instanceof CBORError ? error : undefined
  const rest = held?.path ?? ''
  const path = rest === '' || rest.startsWith('[') ? name + rest : `${name}.${rest}`
  return new CBORError('CBOREncode', messageOf(error), { path, cause: held === undefined ? error : held.cause })
}
