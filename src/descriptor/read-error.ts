import { MachineryError, type TextPosition } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'
import { positionAt } from '../json/json-syntax-error.js'

/** The position of a reader at which an error occurred. */
export interface ReadPlace {
  readonly path: string
  /** UTF-16 units from 0. */
  readonly offset: number | undefined
  /** The text the offset counts in. */
  readonly text: string | undefined
}

/** A JSON value that its type cannot hold. The message is Go's; `path` has list indices, which Go leaves out. */
export class JSONTypeError extends MachineryError {
  override readonly name: string = 'JSONTypeError'

  constructor(message: string, place: ReadPlace) {
    super('InvalidType', message, { path: place.path, position: placePosition(place) })
  }
}

/** The same error as `cause`, with its place added: Go's unmarshalers word their own errors, and do not name the field. */
export class JSONScalarError extends MachineryError {
  override readonly name: string = 'JSONScalarError'

  constructor(cause: unknown, place: ReadPlace) {
    const text = messageOf(cause)
    const code = cause instanceof MachineryError ? cause.code : 'InvalidValue'
    // Go has no such error, so the message may name the place.
    const message = code === 'UnsafeInteger' ? `${place.path}: ${text}` : text
    super(code, message, { path: place.path, position: placePosition(place), cause })
  }
}

/** Line and column of a place, when it is one in a text. */
export function placePosition(place: ReadPlace): TextPosition | undefined {
  return place.offset === undefined || place.text === undefined ? undefined : positionAt(place.text, place.offset)
}
