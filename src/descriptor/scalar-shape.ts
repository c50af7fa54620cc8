import { isQuantityText } from '../resource/is-quantity-text.js'
import { daysIn } from '../scalar/calendar.js'
import { durationNanos } from '../scalar/duration-value.js'

const day = '([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2})'
const clock = '(?:[01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'
const zone = '(?:Z|[+-](?:[01][0-9]|2[0-4]):(?:[0-5][0-9]|60))'
const timeGrammar = /* @__PURE__ */ grammar('(?:[.,][0-9]+)?')
/** Go reads six digits as an integer, so one of them may be a sign. */
const microTimeGrammar = /* @__PURE__ */ grammar('[.,](?:[0-9]{6}|[+][0-9]{5}|-00000)')

function grammar(fraction: string): RegExp {
  return new RegExp(`^${day}T${clock}${fraction}${zone}$`)
}

/** Reports whether `text` is a time as Go reads it: exactly what `parseTime` takes. */
export function isTimeText(text: string): boolean {
  return isCanonicalTime(text) || isDay(timeGrammar.exec(text))
}

/** Reports whether `text` is a time with microseconds as Go reads it: exactly what `parseMicroTime` takes. */
export function isMicroTimeText(text: string): boolean {
  return isDay(microTimeGrammar.exec(text))
}

function isDay(match: RegExpExecArray | null): boolean {
  if (match === null) return false
  const [, year, month, day] = match.map(Number) as [number, number, number, number]
  return day >= 1 && day <= daysIn(month, year)
}

/** Reports whether `text` is a duration as Go reads it: exactly what `parseDuration` takes. */
export function isDurationText(text: string): boolean {
  return typeof durationNanos(text) === 'bigint'
}

/** Reports whether `text` is a quantity as Go reads it: exactly what `Quantity.parse` takes, and blanks around it. */
export function isAnyQuantity(text: string): boolean {
  return isPlainQuantity(text) || isQuantityText(text)
}

/** Separators of `2006-01-02T15:04:05Z` as char codes. */
const dash = 45
const colon = 58

/** Reports whether `text` is a time in the form Go writes, `2006-01-02T15:04:05Z`; a cheap check, false when unsure. */
export function isCanonicalTime(text: string): boolean {
  return text.length === 20 && text.charCodeAt(19) === 90 && isSeconds(text)
}

/** Checks `2006-01-02T15:04:05`. */
function isSeconds(text: string): boolean {
  if (text.charCodeAt(10) !== 84) return false
  if (text.charCodeAt(4) !== dash || text.charCodeAt(7) !== dash) return false
  if (text.charCodeAt(13) !== colon || text.charCodeAt(16) !== colon) return false
  const century = pair(text, 0)
  const year = pair(text, 2)
  const month = pair(text, 5)
  const day = pair(text, 8)
  if (century < 0 || year < 0 || month < 1 || month > 12 || day < 1) return false
  if (day > 28 && day > daysIn(month, century * 100 + year)) return false
  return isClock(pair(text, 11), pair(text, 14), pair(text, 17))
}

function isClock(hour: number, minute: number, second: number): boolean {
  return hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60
}

/** Two digits as a number; −1 for anything else. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

/** Reports whether `text` is a quantity of a few digits and a common suffix; a cheap check, false when unsure. */
export function isPlainQuantity(text: string): boolean {
  const length = text.length
  let end = 0
  while (end < length && isDigit(text.charCodeAt(end))) end++
  if (end === 0 || end > 15) return false
  if (end === length) return true
  const suffix = text.charCodeAt(end)
  if (end + 1 === length) return 'mkMGT'.includes(String.fromCharCode(suffix))
  return end + 2 === length && text.charCodeAt(end + 1) === 105 && 'KMGT'.includes(String.fromCharCode(suffix))
}

/** Reports whether a {@link isPlainQuantity} is what Go would write for it; false when unsure. */
export function isCanonicalQuantity(text: string): boolean {
  const last = text.charCodeAt(text.length - 1)
  const suffix = isDigit(last) ? 0 : last === 105 ? 2 : 1
  const digits = text.length - suffix
  if (text.charCodeAt(0) === 48) return text.length === 1
  // Larger amounts of larger units leave the range in which nothing is rounded.
  if (digits > 6 && suffix > 0 && last !== 109) return false
  if (suffix === 2) return Number(text.slice(0, digits)) % 1024 !== 0
  return !text.slice(0, digits).endsWith('000')
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
