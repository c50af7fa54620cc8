import { utf8Length } from '../internal/utf8-length.js'
import { isLowerCaseIdentifier, isLowerCaseLabel, isLowerCaseSubdomain } from './ascii-names.js'
import { maxBytesError, maxLenError, regexError } from './messages.js'

/** Longest DNS label, in bytes (RFC 1123 and RFC 1035). */
export const dnsLabelMaxLength = 63
/** Longest DNS subdomain, in bytes (RFC 1123). */
export const dnsSubdomainMaxLength = 253

const labelPattern = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const underscoreLabelPattern = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const dns1035Pattern = '[a-z]([-a-z0-9]*[a-z0-9])?'
const subdomainPattern = /* @__PURE__ */ dotted(labelPattern)
const underscoreSubdomainPattern = /* @__PURE__ */ dotted(underscoreLabelPattern)

function dotted(pattern: string): string {
  return `${pattern}(\\.${pattern})*`
}

const labelMessage =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"
const subdomainMessage =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
const caselessSubdomainMessage =
  "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character"
const underscoreSubdomainMessage =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character"
const wildcardMessage =
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character"
const dns1035Message =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character"

/**
 * Which characters are allowed where in a label. Tests of single characters, so that no input can make a match slow.
 */
interface LabelShape {
  readonly first: RegExp
  readonly last: RegExp
  readonly foreign: RegExp
}
const underscoreLabel: LabelShape = { first: /^_?[a-z0-9]/, last: /[a-z0-9]/, foreign: /[^-_a-z0-9]/ }
// Go folds U+017F and U+212A onto `s` and `k` when a pattern ignores case.
const caselessLabel: LabelShape = {
  first: /^[A-Za-z0-9\u017f\u212a]/,
  last: /[A-Za-z0-9\u017f\u212a]/,
  foreign: /[^-A-Za-z0-9\u017f\u212a]/,
}

function hasShape(label: string, shape: LabelShape): boolean {
  return shape.first.test(label) && shape.last.test(label.slice(-1)) && !shape.foreign.test(label)
}

function isSubdomain(value: string, shape: LabelShape): boolean {
  return value.split('.').every((label) => hasShape(label, shape))
}

/** The unit of a length in messages. It is always bytes; Go's older rules call it characters. */
export type LengthUnit = 'bytes' | 'characters'

function lengthErrors(value: string, limit: number, unit: LengthUnit = 'characters'): string[] {
  // A character of a string takes three bytes at most.
  if (value.length * 3 <= limit || utf8Length(value) <= limit) return []
  return [unit === 'bytes' ? maxBytesError(limit) : maxLenError(limit)]
}

/** Lists what keeps `value` from being a DNS label as RFC 1123 defines it; empty when nothing does. */
export function isDNS1123Label(value: string, unit: LengthUnit = 'characters'): string[] {
  const errors = lengthErrors(value, dnsLabelMaxLength, unit)
  if (isLowerCaseLabel(value)) return errors
  if (isLowerCaseSubdomain(value)) errors.push('must not contain dots')
  else errors.push(regexError(labelMessage, labelPattern, 'my-name', '123-abc'))
  return errors
}

/** Lists what keeps `value` from being a DNS subdomain as RFC 1123 defines it; empty when nothing does. */
export function isDNS1123Subdomain(value: string, unit: LengthUnit = 'characters'): string[] {
  const errors = lengthErrors(value, dnsSubdomainMaxLength, unit)
  if (!isLowerCaseSubdomain(value)) errors.push(regexError(subdomainMessage, subdomainPattern, 'example.com'))
  return errors
}

/** As {@link isDNS1123Subdomain}, upper-case letters allowed. For names that were never lower case only. */
export function isDNS1123SubdomainCaseless(value: string): string[] {
  const errors = lengthErrors(value, dnsSubdomainMaxLength, 'bytes')
  if (!isSubdomain(value, caselessLabel)) {
    errors.push(regexError(caselessSubdomainMessage, subdomainPattern, 'Example.com'))
  }
  return errors
}

/** As {@link isDNS1123Subdomain}, underscores allowed. */
export function isDNS1123SubdomainWithUnderscore(value: string): string[] {
  const errors = lengthErrors(value, dnsSubdomainMaxLength)
  if (!isSubdomain(value, underscoreLabel)) {
    errors.push(regexError(underscoreSubdomainMessage, underscoreSubdomainPattern, 'example.com'))
  }
  return errors
}

/** Lists what keeps `value` from being a DNS label as RFC 1035 defines it; empty when nothing does. */
export function isDNS1035Label(value: string): string[] {
  const errors = lengthErrors(value, dnsLabelMaxLength)
  if (!isLowerCaseIdentifier(value)) errors.push(regexError(dns1035Message, dns1035Pattern, 'my-name', 'abc-123'))
  return errors
}

/** Lists what keeps `value` from being `*.` and a DNS subdomain (RFC 1034, section 4.3.3); empty when nothing does. */
export function isWildcardDNS1123Subdomain(value: string): string[] {
  const errors = lengthErrors(value, dnsSubdomainMaxLength)
  if (!value.startsWith('*.') || !isLowerCaseSubdomain(value, 2)) {
    errors.push(regexError(wildcardMessage, `\\*\\.${subdomainPattern}`, '*.example.com'))
  }
  return errors
}
