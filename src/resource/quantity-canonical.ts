import { divideUp, type Integer, multiply, powerOfTen } from './decimal.js'
import { binarySuffix, decimalSuffix, maxBinaryPower, type QuantityFormat, Scale } from './quantity-format.js'

/** The amount to write: `value` × 10^`scale` in the suffixes of `format`. */
interface Amount {
  readonly value: Integer
  readonly scale: number
  readonly format: QuantityFormat
}

/**
 * Writes an amount in canonical form: no fraction, no loss, the largest suffix that allows both. Binary amounts below 1Ki
 * or with a fraction are written with decimal suffixes.
 *
 * If the largest suffix is too small, the number before it grows (`1000E`); Go omits the suffix there.
 */
export function canonicalText(amount: Amount): string {
  if (amount.value === 0) return '0'
  if (amount.format !== 'BinarySI') return decimalText(amount, amount.format)
  return binaryText(amount) ?? decimalText(amount, 'DecimalSI')
}

function decimalText(amount: Amount, format: QuantityFormat): string {
  const digits = String(amount.value)
  let end = digits.length
  while (digits.charCodeAt(end - 1) === 0x30) end--
  const exponent = amount.scale + digits.length - end
  let step = Math.floor(exponent / 3) * 3
  if (format === 'DecimalSI' && step > Scale.Exa) step = Scale.Exa
  const number = padded(digits, end, exponent - step)
  if (format === 'DecimalSI') {
    const suffix = decimalSuffix(step)
    if (suffix !== undefined) return number + suffix
  }
  return step === 0 ? number : `${number}e${step}`
}

function padded(digits: string, end: number, zeros: number): string {
  if (digits.length - end === zeros) return digits
  return digits.slice(0, end) + '0'.repeat(zeros)
}

/** `undefined` when the amount is not for binary suffixes. */
function binaryText(amount: Amount): string | undefined {
  const whole = wholeValue(amount)
  if (whole === undefined || (whole < 1024 && whole > -1024)) return undefined
  let power = 0
  if (typeof whole === 'bigint') {
    let rest = whole
    while (power < maxBinaryPower && (rest & 1023n) === 0n) {
      rest >>= 10n
      power++
    }
    return `${rest}${binarySuffix(power)}`
  }
  let rest = whole
  while (power < maxBinaryPower && rest % 1024 === 0) {
    rest /= 1024
    power++
  }
  return `${rest}${binarySuffix(power)}`
}

/** The amount as an integer; `undefined` when it has a fraction. */
function wholeValue(amount: Amount): Integer | undefined {
  if (amount.scale === 0) return amount.value
  if (amount.scale > 0) return multiply(amount.value, powerOfTen(amount.scale))
  const { quotient, exact } = divideUp(amount.value, -amount.scale)
  return exact ? quotient : undefined
}
