/**
 * U+2028 and U+2029 end lines in YAML 1.1, and stay what they are within scalars. The parser knows `\n` alone, so while it
 * works each has a mark and `\n` in its place. Half a surrogate pair is a mark that no text can hold.
 */
const marks: readonly (readonly [oddBreak: string, mark: string])[] = [
  ['\u2028', '\ud800'],
  ['\u2029', '\ud801'],
]
const oddBreaks = /[\u2028\u2029]/
const marked = /[\ud800\ud801](?:\n|$)/

/** Ends lines at U+2028 and U+2029 as well; {@link unmarkBreaks} takes that back in what was read. */
export function markBreaks(text: string): string {
  if (!oddBreaks.test(text)) return text
  return marks.reduce((result, [oddBreak, mark]) => result.replaceAll(oddBreak, `${mark}\n`), text)
}

/** Whether the line ends at `at` in an odd line break. */
export function isMarkedEnd(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return (unit === 0xd800 || unit === 0xd801) && text.charCodeAt(at + 1) === 10
}

/** Puts the odd line breaks back; one that ended a scalar is no part of it. */
export function unmarkBreaks(text: string): string {
  if (!marked.test(text)) return text
  return marks.reduce((result, [oddBreak, mark]) => {
    const whole = result.replaceAll(`${mark}\n`, oddBreak)
    return whole.endsWith(mark) ? whole.slice(0, -1) : whole
  }, text)
}
