import { MachineryError } from '../../../errors/machinery-error.js'

/** Where a {@link ProtobufError} happened. */
export interface ProtobufErrorPlace {
  /** Field path in Go's notation. */
  readonly path?: string | undefined
  /** Byte offset in the message, when bytes were being read. */
  readonly offset?: number | undefined
  readonly cause?: unknown
}

/**
 * Bytes that are not a protobuf message of the expected type, or a value that has no protobuf form. Code
 * `ProtobufDecode` or `ProtobufEncode`.
 */
export class ProtobufError extends MachineryError {
  override readonly name = 'ProtobufError'
  /** Byte offset in the message at which reading stopped; absent when writing. */
  readonly offset: number | undefined

  constructor(code: 'ProtobufDecode' | 'ProtobufEncode', message: string, place: ProtobufErrorPlace = {}) {
    super(code, message, { path: place.path, cause: place.cause })
    this.offset = place.offset
  }
}

/** Joins a field name or an index such as `[3]` with the path below it. */
export function joinPath(name: string, rest: string): string {
  return rest === '' || rest.startsWith('[') ? name + rest : `${name}.${rest}`
}
