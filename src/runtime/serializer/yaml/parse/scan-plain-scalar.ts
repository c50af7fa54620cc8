import { readFlowScalar } from '../flow-scalar.js'
import { isBlank, isLineBreak, isWordEnd } from './characters.js'
import type { Cursor } from './cursor.js'

/** Where a plain scalar occurs. */
export interface PlainContext {
  readonly inFlow: boolean
  /** Lines that start left of this column do not belong to the scalar, unless it is in a flow collection. */
  readonly indent: number
}

/** A plain scalar; `multiline` when the cursor has gone to another line, be it for blank ones. */
export interface PlainScalar {
  readonly value: string
  /** Offset after its text. */
  readonly end: number
  readonly multiline: boolean
}

/** `,`, `?` and brackets. */
function endsInFlow(unit: number): boolean {
  return unit === 44 || unit === 63 || unit === 91 || unit === 93 || unit === 123 || unit === 125
}

/** Skips the rest of a word; returns whether there was any. */
function skipWord(cursor: Cursor, inFlow: boolean): boolean {
  const start = cursor.at
  for (let unit = cursor.unit(); !isWordEnd(unit); unit = cursor.unit()) {
    if (unit === 58 && isWordEnd(cursor.unit(1))) break
    if (inFlow && endsInFlow(unit)) break
    cursor.at++
  }
  return cursor.at > start
}

/** Skips blanks and line breaks; returns whether there were line breaks. */
function skipGap(cursor: Cursor, indent: number): boolean {
  let broken = false
  for (;;) {
    const unit = cursor.unit()
    if (isLineBreak(unit)) {
      broken = true
      cursor.skipBreak()
    } else if (isBlank(unit)) {
      if (broken && unit === 9 && cursor.column < indent)
        cursor.refuse('found a tab character that violates indentation')
      cursor.at++
    } else return broken
  }
}

/** Reads an unquoted scalar and the blanks and line breaks after it. */
export function scanPlainScalar(cursor: Cursor, { inFlow, indent }: PlainContext): PlainScalar {
  const start = cursor.at
  let end = start
  let multiline = false
  while (!cursor.atDocumentMarker() && cursor.unit() !== 35) {
    if (skipWord(cursor, inFlow)) {
      end = cursor.at
      multiline = false
    }
    const unit = cursor.unit()
    if (!isBlank(unit) && !isLineBreak(unit)) break
    if (skipGap(cursor, indent)) multiline = true
    if (!inFlow && cursor.column < indent) break
  }
  return { value: readFlowScalar(cursor.text.slice(start, end), 'plain'), end, multiline }
}
