/** A number that is not negative: `digits / 10 ** scale`. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** All digits of the absolute value of a finite number. */
export function exactDecimal(value: number): Decimal {
  let whole = Math.abs(value)
  let scale = 0
  // Twice a float is exact, so each turn takes one binary place, which is one decimal place, from behind the point.
  for (; !Number.isInteger(whole); scale++) whole *= 2
  return { digits: BigInt(whole) * 5n ** BigInt(scale), scale }
}

/** As few digits as tell the absolute value of a finite number from all others. */
export function shortestDecimal(value: number): Decimal {
  const [mantissa = '', exponent] = Math.abs(value).toExponential().split('e')
  const digits = BigInt(mantissa.replace('.', ''))
  const scale = Math.max(mantissa.length - 2, 0) - Number(exponent)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** Text with `fewest` digits after the point or more, rounded to `most` where there are more; halves to an even digit. */
export function decimalText(
  decimal: Decimal,
  { fewest, most }: { readonly fewest: number; readonly most: number },
): string {
  const { digits, scale } = decimal.scale > most ? rounded(decimal, most) : decimal
  const all = digits.toString().padStart(scale + 1, '0')
  const point = all.length - scale
  const fraction = all.slice(point).replace(/0+$/, '').padEnd(fewest, '0')
  return fraction === '' ? all.slice(0, point) : `${all.slice(0, point)}.${fraction}`
}

function rounded({ digits, scale }: Decimal, most: number): Decimal {
  const unit = 10n ** BigInt(scale - most)
  const [down, twiceRest] = [digits / unit, (digits % unit) * 2n]
  const up = twiceRest > unit || (twiceRest === unit && down % 2n === 1n)
  return { digits: up ? down + 1n : down, scale: most }
}
