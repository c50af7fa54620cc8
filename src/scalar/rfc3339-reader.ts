import { encodeUtf8 } from '../internal/utf8.js'
import { daysFromCivil, daysIn, type Instant } from './calendar.js'
import { ScalarError } from './scalar-error.js'

/** How many fractional digits a layout requires: none (any number is then accepted) or exactly six. */
export type FractionDigits = 0 | 6

/** Marks text that cannot be read as the current element of the layout. */
class Mismatch {
  constructor(readonly element: string) {}
}

/**
 * Reads RFC 3339 in the way of Go's `time.Parse`, with its leniences: a one-digit hour, a comma before the fraction,
 * offsets up to 24:60. Works on bytes, as Go does, so that messages agree.
 */
export class RFC3339Reader {
  private rest: string
  private readonly input: string
  private readonly layout: string

  constructor(
    text: string,
    private readonly fractionDigits: FractionDigits,
  ) {
    this.input = byteString(text)
    this.rest = this.input
    this.layout = `2006-01-02T15:04:05${fractionElement(fractionDigits)}Z07:00`
  }

  /**
   * The instant, and the offset from UTC in seconds at which it was written.
   *
   * @throws ScalarError with code `InvalidTime`.
   */
  readWithOffset(): Instant & { readonly offset: number } {
    const year = this.element('2006', () => this.year())
    this.literal('-')
    const month = this.element('01', () => this.ranged(this.twoDigits('01'), 'month', [1, 12]))
    this.literal('-')
    const day = this.element('02', () => this.twoDigits('02'))
    this.literal('T')
    const hour = this.element('15', () => this.ranged(this.oneOrTwoDigits('15'), 'hour', [0, 23]))
    this.literal(':')
    const minute = this.element('04', () => this.ranged(this.twoDigits('04'), 'minute', [0, 59]))
    this.literal(':')
    const second = this.element('05', () => this.ranged(this.twoDigits('05'), 'second', [0, 59]))
    const nanos = this.fraction()
    const offset = this.element('Z07:00', () => this.zone())
    if (this.rest !== '') this.fail(`: extra text: ${quoteBytes(this.rest)}`)
    if (day < 1 || day > daysIn(month, year)) this.fail(': day out of range')
    const seconds = daysFromCivil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return { seconds, nanos, offset }
  }

  /** @throws ScalarError with code `InvalidTime`. */
  read(): Instant {
    const { seconds, nanos } = this.readWithOffset()
    return { seconds, nanos }
  }

  /** Runs the reader of one element; when it does not match, the message shows the text as it was before it. */
  private element<T>(name: string, read: () => T): T {
    const before = this.rest
    try {
      return read()
    } catch (error) {
      if (error instanceof Mismatch) this.cannotParse(before, name)
      throw error
    }
  }

  private literal(text: string): void {
    if (!this.rest.startsWith(text)) this.cannotParse(this.rest, text)
    this.rest = this.rest.slice(text.length)
  }

  private year(): number {
    const digits = this.rest.slice(0, 4)
    if (!/^[0-9]{4}$/.test(digits)) throw new Mismatch('2006')
    return Number(this.take(4))
  }

  private twoDigits(name: string): number {
    if (!isDigit(this.rest, 0) || !isDigit(this.rest, 1)) throw new Mismatch(name)
    return Number(this.take(2))
  }

  private oneOrTwoDigits(name: string): number {
    if (!isDigit(this.rest, 0)) throw new Mismatch(name)
    return Number(this.take(isDigit(this.rest, 1) ? 2 : 1))
  }

  private ranged(value: number, name: string, [low, high]: readonly [number, number]): number {
    if (value < low || value > high) this.fail(`: ${name} out of range`)
    return value
  }

  private fraction(): number {
    if (this.fractionDigits === 0) return this.optionalFraction()
    return this.element(fractionElement(this.fractionDigits), () => this.exactFraction(this.fractionDigits))
  }

  private optionalFraction(): number {
    if (!/^[.,][0-9]/.test(this.rest)) return 0
    let end = 2
    while (isDigit(this.rest, end)) end++
    return nanosOf(this.take(end).slice(1, 10))
  }

  /** Go reads the digits as an integer, so one of them may be a sign. */
  private exactFraction(digits: number): number {
    const text = this.rest.slice(0, digits + 1)
    if (text.length <= digits || !/^[.,](?:[0-9]|[+-](?=[0-9]))[0-9]+$/.test(text)) throw new Mismatch('fraction')
    this.take(digits + 1)
    const number = Number(text.slice(1))
    if (number < 0) this.fail(': fractional second out of range')
    // Adding zero turns -0 into 0.
    return number * 10 ** (9 - digits) + 0
  }

  /** The offset from UTC in seconds. */
  private zone(): number {
    if (this.rest.startsWith('Z')) {
      this.take(1)
      return 0
    }
    if (this.rest.length < 6 || this.rest.charAt(3) !== ':') throw new Mismatch('zone')
    const text = this.take(6)
    const hour = fixedNumber(text.slice(1, 3))
    const minute = hour === undefined ? undefined : fixedNumber(text.slice(4, 6))
    if (hour !== undefined && hour > 24) this.fail(': time zone offset hour out of range')
    if (minute !== undefined && minute > 60) this.fail(': time zone offset minute out of range')
    const sign = text.charAt(0)
    if (hour === undefined || minute === undefined || (sign !== '+' && sign !== '-')) throw new Mismatch('zone')
    const offset = hour * 3600 + minute * 60
    return sign === '-' ? -offset : offset
  }

  private take(count: number): string {
    const taken = this.rest.slice(0, count)
    this.rest = this.rest.slice(count)
    return taken
  }

  private cannotParse(text: string, element: string): never {
    const layout = quoteBytes(this.layout)
    return this.fail(` as ${layout}: cannot parse ${quoteBytes(text)} as ${quoteBytes(element)}`)
  }

  private fail(message: string): never {
    throw new ScalarError('InvalidTime', `parsing time ${quoteBytes(this.input)}${message}`)
  }
}

function fractionElement(digits: FractionDigits): string {
  return digits === 0 ? '' : `.${'0'.repeat(digits)}`
}

function isDigit(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  return unit >= 0x30 && unit <= 0x39
}

function fixedNumber(text: string): number | undefined {
  return /^[0-9]{2}$/.test(text) ? Number(text) : undefined
}

function nanosOf(digits: string): number {
  return Number(digits) * 10 ** (9 - digits.length)
}

/** One UTF-16 unit per byte of the text's UTF-8. */
function byteString(text: string): string {
  return isPlain(text) ? text : Array.from(encodeUtf8(text), (byte) => String.fromCharCode(byte)).join('')
}

function isPlain(text: string): boolean {
  return !/[^\0-\x7f]/.test(text)
}

/** Quotes as Go's `time` package does in its errors: what is not printable ASCII as `\xNN`. */
function quoteBytes(bytes: string): string {
  const escaped = bytes.replace(/[^\x20-\x7f]|["\\]/g, (unit) =>
    unit === '"' || unit === '\\' ? `\\${unit}` : `\\x${unit.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `"${escaped}"`
}

/** {@link quoteBytes} of any text. */
export function quoteText(text: string): string {
  return quoteBytes(byteString(text))
}
