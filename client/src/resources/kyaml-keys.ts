/** Whether a key has to be quoted: a YAML parser could take it for something else than text, or for something else than a key. */
export function isAmbiguousKey(key: string): boolean {
  return !/^[\p{L}\p{N}_](?:[\p{L}\p{N}_./-]*[\p{L}\p{N}_])?$/u.test(key) || isWord(key) || isNumber(key) || isDate(key)
}

const words = new Set(['null', 'true', 'false', 'yes', 'no', 'on', 'off', 'y', 'n', 't', 'f'])

/** Words of YAML 1.1, and those that Go takes for a boolean. `TruE` is one, `T` as well, `tRuE` too. */
function isWord(key: string): boolean {
  return words.has(key.toLowerCase())
}

const integer = /^(?:0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+|0[0-7]*|[1-9][0-9]*)$/
const decimal = /^(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/
const hexadecimal = /^0[xX](?:[0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+$/
const largest = 2n ** 63n - 1n

/** Numbers as Go reads them, with underscores anywhere; what is too large for 64 bits is none. */
function isNumber(key: string): boolean {
  const digits = key.replaceAll('_', '')
  if (/^(?:inf|infinity|nan)$/i.test(digits)) return true
  if (integer.test(digits) && asInteger(digits) <= largest) return true
  return (decimal.test(digits) && Number.isFinite(Number(digits))) || hexadecimal.test(digits)
}

function asInteger(digits: string): bigint {
  return BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits)
}

function isDate(key: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(key) ?? []
  if (year === undefined) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
