/** The number with the fewest decimal digits among those that are the same as `value` when narrowed to 32 bits. */
export function shortestFloat32(value: number): number {
  const narrow = Math.fround(value)
  for (let digits = 1; digits <= 9; digits++) {
    const shorter = Number(narrow.toPrecision(digits))
    if (Object.is(Math.fround(shorter), narrow)) return shorter
  }
  return narrow
}
