import { TextReader } from '../../../internal/text-reader.js'
import { daysFromCivil, daysIn, formatSeconds } from '../../../scalar/calendar.js'
import { timeFromProto } from '../../../scalar/time.js'

const daySeconds = 86_400
const slots = 1024
let keys: Float64Array | undefined
let texts: (string | null)[] = []

/**
 * The text of a `Time` by its Unix seconds, `null` for the zero time. Remembers what it wrote: objects repeat the same
 * times.
 *
 * @throws ScalarError for seconds that no calendar holds.
 */
export function timeText(seconds: number | bigint): string | null {
  if (typeof seconds === 'bigint') return timeFromProto(seconds)
  if (keys === undefined) {
    keys = new Float64Array(slots).fill(Number.NaN)
    texts = new Array<string | null>(slots).fill(null)
  }
  const slot = (seconds ^ (seconds / slots)) & (slots - 1)
  if (keys[slot] === seconds) return texts[slot]!
  const text = seconds >= plainFrom && seconds < plainUntil ? plainText(seconds) : timeFromProto(seconds)
  keys[slot] = seconds
  texts[slot] = text
  return text
}

/** From 1970 on and as long as years have four digits. */
const plainFrom = 0
const plainUntil = 253_402_300_800
const textLength = 20
let scratch: TextReader | undefined
/** Midnights written before, by day. */
let midnights: string[] = []
let midnightDays: Float64Array | undefined

/** As {@link timeFromProto}, without the steps between. */
function plainText(seconds: number): string {
  const day = Math.floor(seconds / daySeconds)
  const rest = seconds - day * daySeconds
  scratch ??= new TextReader(new Uint8Array(textLength))
  const { bytes } = scratch
  const date = midnight(day)
  for (let i = 0; i < textLength; i++) bytes[i] = date.charCodeAt(i)
  const minutes = (rest / 60) | 0
  const hours = (minutes / 60) | 0
  writeTwo(bytes, 11, hours)
  writeTwo(bytes, 14, minutes - hours * 60)
  writeTwo(bytes, 17, rest - minutes * 60)
  return scratch.asciiText(0, textLength)
}

function midnight(day: number): string {
  if (midnightDays === undefined) {
    midnightDays = new Float64Array(slots).fill(Number.NaN)
    midnights = new Array<string>(slots).fill('')
  }
  const slot = day % slots
  if (midnightDays[slot] !== day) {
    midnightDays[slot] = day
    midnights[slot] = `${formatSeconds(day * daySeconds)}Z`
  }
  return midnights[slot]!
}

function writeTwo(bytes: Uint8Array, at: number, value: number): void {
  const tens = (value / 10) | 0
  bytes[at] = 48 + tens
  bytes[at + 1] = 48 + value - tens * 10
}

/**
 * Reads `2006-01-02T15:04:05Z` into Unix seconds; `undefined` for any other text, correct or not, which is then for the
 * general parser.
 */
export function parseSeconds(text: string): number | undefined {
  if (text.length !== 20 || text.charCodeAt(19) !== 0x5a || text.charCodeAt(10) !== 0x54) return undefined
  const year = digits(text, 0) * 100 + digits(text, 2)
  const month = digits(text, 5)
  const day = digits(text, 8)
  const hour = digits(text, 11)
  const minute = digits(text, 14)
  const second = digits(text, 17)
  if (text.charCodeAt(4) !== 0x2d || text.charCodeAt(7) !== 0x2d) return undefined
  if (text.charCodeAt(13) !== 0x3a || text.charCodeAt(16) !== 0x3a) return undefined
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(month, year))) return undefined
  if (!(hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60)) return undefined
  return daysFromCivil(year, month, day) * daySeconds + hour * 3600 + minute * 60 + second
}

/** Two decimal digits; NaN when there are none. */
function digits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens < 10 && ones >= 0 && ones < 10 ? tens * 10 + ones : Number.NaN
}
