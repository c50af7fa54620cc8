/**
 * Compares two strings as Go does, by their UTF-8 bytes (which is the order of code points), where JavaScript's `<`
 * compares UTF-16 units. A byte that is no UTF-8, held as the lone surrogate U+DC00 + byte, counts as that byte.
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
    if (isByte(x) || isByte(y)) return compareBytes(a, b, i)
    return rank(x) < rank(y) ? -1 : 1
  }
  return a.length < b.length ? -1 : 1
}

/** Puts surrogates, which stand for code points from U+10000, behind all other units. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

function isByte(unit: number): boolean {
  return unit >= 0xdc80 && unit <= 0xdcff
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** Compares from the unit on that differs; a low surrogate may belong to what is before it. */
function compareBytes(a: string, b: string, differing: number): number {
  const start = differing > 0 && isHigh(a.charCodeAt(differing - 1)) ? differing - 1 : differing
  const [left, right] = [bytesFrom(a, start), bytesFrom(b, start)]
  const at = left.findIndex((byte, i) => byte !== right[i])
  if (at < 0) return left.length === right.length ? 0 : -1
  return at >= right.length || (left[at] as number) > (right[at] as number) ? 1 : -1
}

function bytesFrom(text: string, start: number): number[] {
  const encoder = new TextEncoder()
  return Array.from(text.slice(start)).flatMap((character) => {
    const unit = character.charCodeAt(0)
    return character.length === 1 && isByte(unit) ? [unit & 0xff] : [...encoder.encode(character)]
  })
}
