/** Characters that have a name after the backslash, and the names. */
const named = '\x07\b\t\n\v\f\r\\"'
const names = 'abtnvfr\\"'

/** Characters that Go prints unchanged: letters, marks, numbers, punctuation, symbols and the ASCII space. */
const notPrintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|["\\]/gu

/** Writes `text` between double quotes with Go's escapes, as Go's verb `%q` does. */
export function quote(text: string): string {
  return `"${text.replace(notPrintable, escapeOne)}"`
}

function escapeOne(character: string): string {
  const at = named.indexOf(character)
  if (at >= 0) return `\\${names[at]}`
  const codePoint = character.codePointAt(0) ?? 0
  // A lone surrogate cannot be in a Go string; it would have been read as U+FFFD, which prints as it is.
  if (codePoint >= 0xd800 && codePoint < 0xe000) return '\ufffd'
  const digits = (count: number): string => codePoint.toString(16).padStart(count, '0')
  if (codePoint < 0x80) return `\\x${digits(2)}`
  if (codePoint < 0x10000) return `\\u${digits(4)}`
  return `\\U${digits(8)}`
}
