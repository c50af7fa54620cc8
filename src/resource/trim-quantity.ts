/** The text of a quantity without the white space that Go trims around it in JSON. */
export function trimQuantity(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isOuterSpace(text.charCodeAt(start))) start++
  while (end > start && isOuterSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * White space Go trims around a quantity in JSON. Control characters are not in it: JSON text has them only escaped, and
 * Go does not check after the escape.
 */
function isOuterSpace(unit: number): boolean {
  if (unit < 0x80) return unit === 0x20
  return /[\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/.test(String.fromCharCode(unit))
}
