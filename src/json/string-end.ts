const backslash = 92

/** Where the JSON string that begins with the quote at `start` ends, behind its closing quote; -1 when it does not. */
export function stringEnd(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let at = quote
    while (text.charCodeAt(at - 1) === backslash) at--
    if ((quote - at) % 2 === 0) return quote + 1
  }
  return -1
}
