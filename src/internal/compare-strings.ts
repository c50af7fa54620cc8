import { compareBytes } from './bytes.js'
import { encodeEscaped, escapedByte } from './escaped-text.js'

/**
 * Compares two strings as Go does, by their UTF-8 bytes (which is the order of code points); JavaScript's `<` compares
 * UTF-16 units. A byte that is not UTF-8, held as the lone surrogate U+DC00 + byte, counts as that byte.
 *
 * @returns -1, 0 or 1.
 */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    if (escapedByte(x) >= 0 || escapedByte(y) >= 0) return compareEscaped(a, b, i)
    return rank(x) < rank(y) ? -1 : 1
  }
  return a.length < b.length ? -1 : 1
}

/** Orders surrogates, which encode code points from U+10000, after all other units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** Compares from the unit on that differs; a low surrogate may belong to what is before it. */
function compareEscaped(a: string, b: string, differing: number): number {
  const start = differing > 0 && isHigh(a.charCodeAt(differing - 1)) ? differing - 1 : differing
  return Math.sign(compareBytes(encodeEscaped(a.slice(start)), encodeEscaped(b.slice(start))))
}
