/** A moment: whole seconds since 1970-01-01T00:00:00Z and the nanoseconds (0…999999999) after them. */
export interface Instant {
  readonly seconds: number
  readonly nanos: number
}

const secondsPerDay = 86_400
/** 0001-01-01T00:00:00Z, Go's zero time. */
const zeroSeconds = -62_135_596_800
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** Reports whether the moment is Go's zero time, which JSON writes as `null`. */
export function isZeroInstant(instant: Instant): boolean {
  return instant.seconds === zeroSeconds && instant.nanos === 0
}

/** The zero time. */
export const zeroInstant: Instant = { seconds: zeroSeconds, nanos: 0 }

/** Days of a month (1…12) in the Gregorian calendar; 0 for a month that does not exist. */
export function daysIn(month: number, year: number): number {
  if (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) return 29
  return monthDays[month - 1] ?? 0
}

/** Days from 1970-01-01 to a date of the Gregorian calendar, extended backwards. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** Writes date and time of day in UTC without a zone: `2024-01-02T03:04:05`. Fractions are cut off. */
export function formatSeconds(seconds: number): string {
  const days = Math.floor(seconds / secondsPerDay)
  const rest = seconds - days * secondsPerDay
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const clock = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`
  return `${four(year)}-${two(month)}-${two(day)}T${clock}`
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value)
}

function four(year: number): string {
  const digits = String(Math.abs(year)).padStart(4, '0')
  return year < 0 ? `-${digits}` : digits
}
