const decimal = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i
const hexadecimal = /^([+-]?)0x([0-9a-f]*)(?:\.([0-9a-f]*))?p([+-]?[0-9]+)$/i
/** An underscore that is not between two digits, or between `0x` and a digit. */
const misplaced = { decimal: /(?<![0-9])_|_(?![0-9])/, hexadecimal: /(?<![0-9a-fx])_|_(?![0-9a-f])/i }

/**
 * A float as Go's `strconv.ParseFloat` reads it: decimal, or hexadecimal with a power of two; underscores separate digits.
 * NaN for other texts.
 */
export function readFloat(text: string): number {
  const form = /^[+-]?0x/i.test(text) ? 'hexadecimal' : 'decimal'
  if (misplaced[form].test(text)) return Number.NaN
  const plain = text.replaceAll('_', '')
  if (form === 'decimal') return decimal.test(plain) ? Number(plain) : Number.NaN
  const [, sign, whole = '', fraction = '', power] = hexadecimal.exec(plain) ?? []
  if (whole + fraction === '') return Number.NaN
  const digits = Number(BigInt(`0x${whole}${fraction}`))
  // Powers beyond all numbers make no number of zero.
  const size = digits === 0 ? 0 : digits * 2 ** (Number(power) - 4 * fraction.length)
  return sign === '-' ? -size : size
}
