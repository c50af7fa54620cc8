/** Spelled out, because regular expression engines search for fixed lengths faster than for counted ones. */
const sixteenDigits = /[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]/g
/** A run of digits this long may be beyond float64, with a fraction or without. */
const beyondFloat64 = 200

/** Reports whether `text` has an integer of 16 digits or more, which a number might not hold exactly. */
export function hasLongInteger(text: string): boolean {
  sixteenDigits.lastIndex = 0
  while (sixteenDigits.test(text)) {
    let end = sixteenDigits.lastIndex
    const start = end - 16
    while (isDigit(text.charCodeAt(end))) end++
    if (isInteger(text, start, end) || end - start >= beyondFloat64) return true
    sixteenDigits.lastIndex = end
  }
  return false
}

/** Anything else around the digits means that they are part of a string or a fraction. */
function isInteger(text: string, start: number, end: number): boolean {
  const before = text[start - 1] === '-' ? text[start - 2] : text[start - 1]
  const after = text[end]
  return (
    (before === undefined || ':,[ \t\r\n'.includes(before)) && (after === undefined || ',]} \t\r\n'.includes(after))
  )
}

function isDigit(code: number): boolean {
  return code <= 57 && code >= 48
}
