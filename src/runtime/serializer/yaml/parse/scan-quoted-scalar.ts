import { readFlowScalar } from '../flow-scalar.js'
import { scanError } from '../yaml-error.js'
import { endOfText, isLineBreak } from './characters.js'
import type { Cursor } from './cursor.js'

const backslash = 92

/** Moves to the closing quote. */
function skipToQuote(cursor: Cursor, quote: number): void {
  for (;;) {
    const unit = cursor.unit()
    if (isLineBreak(unit)) {
      cursor.skipBreak()
      continue
    }
    if (cursor.atDocumentMarker()) cursor.refuse('found unexpected document indicator')
    if (unit === endOfText) cursor.refuse('found unexpected end of stream')
    if (unit === quote) {
      if (quote !== 39 || cursor.unit(1) !== 39) return
      cursor.at++
    } else if (unit === backslash && quote === 34 && !isLineBreak(cursor.unit(1))) {
      if (cursor.unit(1) === endOfText) cursor.refuse('found unknown escape character')
      cursor.at++
    }
    cursor.at++
  }
}

/** Reads a quoted scalar, including its closing quote. */
export function scanQuotedScalar(cursor: Cursor, quote: 34 | 39): string {
  cursor.at++
  const start = cursor.at
  const { line } = cursor
  skipToQuote(cursor, quote)
  const source = cursor.text.slice(start, cursor.at)
  cursor.at++
  return readFlowScalar(source, quote === 34 ? 'double' : 'single', (problem, at) => {
    const before = source.slice(0, at)
    const lines = before.split(/[\n\u2028\u2029]/)
    const column = start + at - (start + before.length - lines.at(-1)!.length) + 1
    throw scanError(problem, { offset: start + at, line: line + lines.length - 1, column })
  })
}
