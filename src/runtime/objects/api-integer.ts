/** The value as an int64: a safe integer or a `bigint` in range; `undefined` for everything else. */
export function apiInteger(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value ? value : undefined
}
