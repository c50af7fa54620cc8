import { maxUint64, minInt64 } from '../../../internal/int64.js'

/** Shortest decimal text that reads back as the same number, as `digits × 10^(exponent)` with one digit before the point. */
function scientific(text: string): { digits: string; exponent: number } {
  const [mantissa = '', exponent = '0'] = text.split('e')
  return { digits: mantissa.replace('.', ''), exponent: Number(exponent) }
}

function layOut(sign: string, digits: string, exponent: number): string {
  if (exponent < -4 || exponent >= 6) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : ''
    const size = String(Math.abs(exponent)).padStart(2, '0')
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0')
  const rest = digits.slice(exponent + 1)
  return rest === '' ? sign + whole : `${sign}${whole}.${rest}`
}

/** Formats a finite float as Go's `%g` does with the fewest digits: an exponent below 1e-4 and from 1e+06 on. */
export function formatFloat(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const { digits, exponent } = scientific(Math.abs(value).toExponential())
  return layOut(value < 0 ? '-' : '', digits, exponent)
}

/** Formats a float as Go's `%g` does after narrowing it to 32 bits; infinities and NaN as YAML spells them. */
export function formatFloat32(value: number): string {
  const narrow = Math.fround(value)
  if (Number.isNaN(narrow)) return '.nan'
  if (!Number.isFinite(narrow)) return narrow > 0 ? '.inf' : '-.inf'
  if (narrow === 0) return Object.is(narrow, -0) ? '-0' : '0'
  const short = scientific(Math.abs(value).toExponential())
  // Six digits survive in 32 bits, so that no fewer can mean the same number.
  if (short.digits.length <= 6 && Math.abs(short.exponent) < 37) {
    return layOut(narrow < 0 ? '-' : '', short.digits, short.exponent)
  }
  const size = Math.abs(narrow)
  let text = size.toExponential(8)
  for (let digits = 0; digits < 8; digits++) {
    const shorter = size.toExponential(digits)
    if (Math.fround(Number(shorter)) !== size) continue
    text = shorter
    break
  }
  const { digits, exponent } = scientific(text)
  return layOut(narrow < 0 ? '-' : '', digits.replace(/(?<=.)0+$/, ''), exponent)
}

/**
 * Formats a number as Go writes one that came from JSON text: integers of 64 bits in full, everything else as a float.
 * Integers beyond 64 bits keep all their digits when they are `bigint`.
 */
export function formatNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return value.toString()
  if (Number.isSafeInteger(value)) return String(value)
  if (Number.isInteger(value) && Math.abs(value) < 1e21) {
    const whole = BigInt(String(value))
    if (whole >= minInt64 && whole <= maxUint64) return whole.toString()
  }
  return formatFloat(value)
}
