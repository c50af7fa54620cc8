/** A source text and what to call it in messages. */
export interface SourceText {
  readonly file: string
  readonly text: string
}

/** A piece of a source text; `start` and `end` count UTF-16 units. */
export interface SourceSpan {
  readonly source: SourceText
  readonly start: number
  readonly end: number
}

/** Line and column of an offset, both from 1. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: offset - lineStart + 1 }
}
