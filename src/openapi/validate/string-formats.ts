import { maxInt64 } from '../../internal/int64.js'
import { utf8Length } from '../../internal/utf8-length.js'
import { daysIn } from '../../scalar/calendar.js'
import { parseDuration } from '../../scalar/duration.js'
import { parseCIDRSloppy, parseIPSloppy } from '../../validation/ip-address.js'
import { isEmailAddress } from './email-address.js'
import { isRequestURI } from './request-uri.js'

/** Reports whether a text is of a format. */
export type FormatCheck = (text: string) => boolean

/** The formats that Kubernetes checks, by name without dashes. */
const formats: ReadonlyMap<string, FormatCheck> = /* @__PURE__ */ new Map<string, FormatCheck>([
  ['bsonobjectid', /* @__PURE__ */ matching(/^[0-9a-fA-F]{24}$/)],
  ['uri', isRequestURI],
  ['email', isEmailAddress],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && parseIPSloppy(text) !== undefined],
  ['ipv6', isIPv6],
  ['cidr', (text) => parseCIDRSloppy(text) !== undefined],
  ['mac', isMAC],
  ['uuid', /* @__PURE__ */ matching(/^[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i)],
  ['uuid3', /* @__PURE__ */ matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid4', /* @__PURE__ */ matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['uuid5', /* @__PURE__ */ matching(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['isbn', (text) => isISBN10(text) || isISBN13(text)],
  ['isbn10', isISBN10],
  ['isbn13', isISBN13],
  ['creditcard', isCreditCard],
  ['ssn', (text) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text)],
  ['hexcolor', /* @__PURE__ */ matching(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  ['rgbcolor', isRGBColor],
  ['byte', isBase64],
  ['password', () => true],
  ['date', isDate],
  ['duration', isDuration],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => text.length <= 63 && isShortName(text)],
  ['k8slongname', (text) => text.length <= 253 && text.split('.').every(isShortName)],
])

/** The check of a format that Kubernetes supports; dashes in its name do not matter. */
export function stringFormat(name: string): FormatCheck | undefined {
  return formats.get(name.replaceAll('-', ''))
}

/** Names of the formats that Kubernetes checks, without dashes. */
export function stringFormatNames(): string[] {
  return [...formats.keys()]
}

function matching(pattern: RegExp): FormatCheck {
  return (text) => pattern.test(text)
}

function isShortName(text: string): boolean {
  return /^[a-z0-9-]+$/.test(text) && !text.startsWith('-') && !text.endsWith('-')
}

const oneLabel = /^[a-zA-Z0-9\p{S}\p{L}](?:-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?$/u
const labelOfDomain = /^[a-zA-Z0-9\p{S}\p{L}](?:[a-zA-Z0-9\-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?$/u
const topLabel = /^[a-zA-Z\p{L}]{2,63}$/u

function isHostname(text: string): boolean {
  if (utf8Length(text) > 255) return false
  const labels = text.split('.')
  if (labels.some((label) => utf8Length(label) > 63)) return false
  if (labels.length === 1) return oneLabel.test(text)
  return topLabel.test(labels.at(-1)!) && labels.slice(0, -1).every((label) => labelOfDomain.test(label))
}

function isIPv6(text: string): boolean {
  const address = text.includes(':') ? parseIPSloppy(text) : undefined
  return address !== undefined && !address.leadingZeros
}

/** 6, 8 or 20 bytes with colons, dashes or dots between, or nothing. */
function isMAC(text: string): boolean {
  const hex =
    /^(?:[0-9a-fA-F]{2}(?:(:[0-9a-fA-F]{2})+|(-[0-9a-fA-F]{2})+)|[0-9a-fA-F]{4}(\.[0-9a-fA-F]{4})+|[0-9a-fA-F]+)$/
  const bytes = text.replace(/[:.-]/g, '').length / 2
  return (bytes === 6 || bytes === 8 || bytes === 20) && hex.test(text)
}

function isISBN10(text: string): boolean {
  const digits = withoutSeparators(text)
  if (!/^[0-9]{9}[0-9X]$/.test(digits)) return false
  const last = digits[9] === 'X' ? 10 : Number(digits[9])
  let sum = 10 * last
  for (let i = 0; i < 9; i++) sum += (i + 1) * Number(digits[i])
  return sum % 11 === 0
}

function isISBN13(text: string): boolean {
  const digits = withoutSeparators(text)
  if (!/^[0-9]{13}$/.test(digits)) return false
  let sum = 0
  for (let i = 0; i < 12; i++) sum += (i % 2 === 0 ? 1 : 3) * Number(digits[i])
  return Number(digits[12]) === (10 - (sum % 10)) % 10
}

function withoutSeparators(text: string): string {
  return text.replace(/[\t\n\f\r -]+/g, '')
}

const cardNumber =
  /^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$/

function isCreditCard(text: string): boolean {
  const digits = text.replace(/[^0-9]+/g, '')
  if (!cardNumber.test(digits)) return false
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = digit * 2
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function isRGBColor(text: string): boolean {
  const parts = /^rgb\(([^)]*)\)$/.exec(text)?.[1]?.split(',') ?? []
  return (
    parts.length === 3 &&
    parts.every((part) => isColorPart(part.replace(/^[\t\n\f\r ]+|(?<![\t\n\f\r ])[\t\n\f\r ]+$/g, '')))
  )
}

function isColorPart(text: string): boolean {
  return /^(?:0|[1-9][0-9]{0,2})$/.test(text) && Number(text) <= 255
}

function isBase64(text: string): boolean {
  return text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (day === undefined) return false
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  return d >= 1 && d <= daysIn(m, y)
}

/** RFC 3339, with any character before the fraction. */
function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t')
  if (time === undefined || !isDate(date)) return false
  const [, hours, minutes, seconds] =
    /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[^\n][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/.exec(time) ?? []
  return seconds !== undefined && Number(hours) <= 23 && Number(minutes) <= 59 && Number(seconds) <= 59
}

const units: readonly (readonly string[])[] = [
  ['ns', 'nano'],
  ['us', 'µs', 'micro'],
  ['ms', 'milli'],
  ['s', 'sec'],
  ['m', 'min'],
  ['h', 'hr', 'hour'],
  ['d', 'day'],
  ['w', 'wk', 'week'],
]

/** A Go duration, or numbers with units such as `2 weeks` anywhere in the text. */
function isDuration(text: string): boolean {
  if (isGoDuration(text)) return true
  let found = false
  // The word is searched after all digits: from within them it would be searched repeatedly.
  const word = /[\t\n\f\r ]*([A-Za-zµ]+)/y
  for (const { 0: digits, index } of text.matchAll(/[0-9]+/g)) {
    word.lastIndex = index + digits.length
    const unit = word.exec(text)?.[1]
    if (unit === undefined) continue
    if (!isInt64(digits)) return false
    found ||= isUnit(unit.toLowerCase())
  }
  return found
}

function isInt64(digits: string): boolean {
  const significant = digits.replace(/^0+(?=[0-9])/, '')
  return significant.length <= 19 && BigInt(significant) <= maxInt64
}

function isUnit(word: string): boolean {
  return units.some((names) => names.includes(word) || word.startsWith(names.at(-1)!))
}

function isGoDuration(text: string): boolean {
  try {
    parseDuration(text)
    return true
  } catch {
    return false
  }
}
