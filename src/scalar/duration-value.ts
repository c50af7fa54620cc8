const units: ReadonlyMap<string, bigint> = /* @__PURE__ */ new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])
const limit = 9_223_372_036_854_775_808n
/** Digits of a fraction beyond which nothing changes. */
const fractionLimit = 922_337_203_685_477_580n

/** An unknown unit; empty if it is missing. */
export interface UnknownUnit {
  readonly unit: string
}

/** The nanoseconds of a duration; undefined when it is none, or beyond int64. */
export function durationNanos(text: string): bigint | UnknownUnit | undefined {
  const body = text.replace(/^[-+]/, '')
  if (body === '0') return 0n
  if (body === '') return undefined
  const terms = /([0-9]*)(\.?)([0-9]*)([^.0-9]*)/y
  let total = 0n
  while (terms.lastIndex < body.length) {
    const nanos = termNanos(terms.exec(body)!)
    if (typeof nanos !== 'bigint') return nanos
    total += nanos
    if (total > limit) return undefined
  }
  if (text[0] === '-') return -total
  return total === limit ? undefined : total
}

function termNanos([, whole = '', point = '', fraction = '', unit = '']: readonly string[]): ReturnType<
  typeof durationNanos
> {
  if (whole === '' && point === '') return undefined
  const value = leadingInteger(whole)
  if (value > limit || (whole === '' && fraction === '')) return undefined
  const size = units.get(unit)
  if (size === undefined) return { unit }
  const nanos = value * size + fractionOf(fraction, size)
  return nanos > limit ? undefined : nanos
}

/** More than 19 digits are beyond int64 in any case, and cost much to read. */
function leadingInteger(digits: string): bigint {
  const significant = digits.replace(/^0+/, '')
  return significant.length > 19 ? limit + 1n : BigInt(significant)
}

/** Computed in floats as in Go, so that results agree to the nanosecond. */
function fractionOf(digits: string, size: bigint): bigint {
  let value = 0n
  let scale = 1
  for (const digit of digits) {
    if (value > fractionLimit) break
    const next = value * 10n + BigInt(digit)
    if (next > limit) break
    value = next
    scale *= 10
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(size) / scale)))
}
