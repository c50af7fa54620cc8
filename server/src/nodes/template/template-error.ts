/** A template that cannot be parsed or executed, with its position, in the words of Go's text/template. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError'
}

/** Line and column of a place in a text, both from 1. */
export function positionOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}
