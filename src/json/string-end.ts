const backslash = 92

/** Where the JSON string that begins with the quote at `start` ends, behind its closing quote; -1 when it does not. */
export function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote >= 0 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1)
  return quote < 0 ? -1 : quote + 1
}

/** Reports whether a quotation mark in JSON is one of its string's characters: an odd number of backslashes is before it. */
export function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === backslash) start--
  // Stryker disable next-line ArithmeticOperator: sum and difference are both odd or both even
  return (at - start) % 2 === 1
}
