const letter = /^\p{L}$/u
const digit = /^\p{Nd}$/u

function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
  return letter.test(String.fromCodePoint(code))
}

function isDigit(code: number): boolean {
  if (code < 128) return code >= 48 && code <= 57
  return digit.test(String.fromCodePoint(code))
}

/** A run of digits as Go adds it up in an int64, which wraps around. */
function readNumber(codes: readonly number[], from: number, lead: number): { value: bigint; end: number } {
  let end = from
  let value = BigInt(lead)
  while (end < codes.length && isDigit(codes[end]!)) {
    value = BigInt.asIntN(64, value * 10n + BigInt(codes[end]! - 48))
    end++
  }
  return { value, end }
}

/** 1 when the digits before `index` hold one that is not zero, so that a zero there counts as a digit of a number. */
function leadingDigit(codes: readonly number[], index: number): number {
  for (let j = index - 1; j >= 0 && isDigit(codes[j]!); j--) if (codes[j] !== 48) return 1
  return 0
}

/** Orders two characters of which one is a letter at least. */
function compareLetters(x: number, y: number): number {
  if (isLetter(x) && isLetter(y)) return x - y
  return isLetter(y) ? -1 : 1
}

function compareAt(a: readonly number[], b: readonly number[], index: number): number {
  const x = a[index]!
  const y = b[index]!
  if (isLetter(x) || isLetter(y)) return compareLetters(x, y)
  const lead = x === 48 || y === 48 ? leadingDigit(a, index) : 0
  const left = readNumber(a, index, lead)
  const right = readNumber(b, index, lead)
  if (left.value !== right.value) return left.value < right.value ? -1 : 1
  if (left.end !== right.end) return left.end - right.end
  return x - y
}

function codePoints(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0)!)
}

/**
 * Orders mapping keys as Go's YAML writes them: letters after everything else, runs of digits by their number
 * (`a9` before `a10`), otherwise by code point.
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    // Most keys part where at least one has a letter, and code points need not be counted.
    if (x < 128 && y < 128 && (isLetter(x) || isLetter(y))) return compareLetters(x, y)
    const left = codePoints(a)
    const right = codePoints(b)
    const end = Math.min(left.length, right.length)
    for (let j = 0; j < end; j++) if (left[j] !== right[j]) return compareAt(left, right, j)
    return left.length - right.length
  }
  return a.length - b.length
}
