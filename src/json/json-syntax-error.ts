import { MachineryError, type TextPosition } from '../errors/machinery-error.js'

/**
 * Text that is not JSON. The message is that of Go's `encoding/json`; {@link MachineryError.position} has the position.
 */
export class JSONSyntaxError extends MachineryError {
  override readonly name: string = 'JSONSyntaxError'

  /** `text` and `offset` locate the offending character; an offset past the end means truncated input. */
  constructor(message: string, text: string, offset: number) {
    super('InvalidJSON', message, { position: positionAt(text, offset) })
  }
}

/** Counts lines and columns (from 1) up to `offset` (UTF-16 units from 0). */
export function positionAt(text: string, offset: number): TextPosition {
  let line = 1
  let start = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) {
    line++
    start = next + 1
  }
  return { offset, line, column: offset - start + 1 }
}
