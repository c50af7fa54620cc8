import { quote } from '../internal/quote.js'
import { withOrigin } from './error-list.js'
import { type FieldError, invalid } from './field-error.js'
import type { FieldPath } from './field-path.js'
import { formatIP, formatIPv6, type IPAddress, isIPv4Bytes, isMapped, parseIPSloppy } from './ip-address.js'

/** How values of a field that is older than today's rules are checked. */
export interface LegacyOptions {
  /** Refuse leading zeros, IPv4-mapped addresses and, in CIDRs, bits after the prefix. */
  readonly strict: boolean
  /** Values of the old object, which stay allowed. */
  readonly validOld?: readonly string[]
}

interface Checked {
  readonly address: IPAddress | undefined
  readonly errors: FieldError[]
}

function check(path: FieldPath, value: string, strict: boolean): Checked {
  const address = parseIPSloppy(value)
  if (address === undefined) {
    return { address, errors: [invalid(path, value, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')] }
  }
  const errors: FieldError[] = []
  if (strict && address.leadingZeros) errors.push(invalid(path, value, 'must not have leading 0s'))
  else if (strict && isMapped(address)) errors.push(invalid(path, value, 'must not be an IPv4-mapped IPv6 address'))
  return { address, errors }
}

/** Checks an IP address in canonical form. */
export function isValidIP(path: FieldPath, value: string): FieldError[] {
  const { address, errors } = check(path, value, true)
  if (errors.length === 0 && address !== undefined) {
    const canonical = formatIP(address.bytes)
    if (value !== canonical) errors.push(invalid(path, value, `must be in canonical form (${quote(canonical)})`))
  }
  return withOrigin(errors, 'format=ip-strict')
}

/** Checks an IP address of a field that has always accepted other forms than the canonical one. */
export function isValidIPForLegacyField(path: FieldPath, value: string, options: LegacyOptions): FieldError[] {
  if (options.validOld?.includes(value)) return []
  return withOrigin(check(path, value, options.strict).errors, 'format=ip-sloppy')
}

/** Checks an IPv4 address in any form, as Go did before it required canonical forms. */
export function isValidIPv4Address(path: FieldPath, value: string): FieldError[] {
  const address = parseIPSloppy(value)
  if (address !== undefined && isIPv4Bytes(address.bytes)) return []
  return [invalid(path, value, 'must be a valid IPv4 address')]
}

/** Checks an IPv6 address in any form except IPv4-mapped, as Go did before it required canonical forms. */
export function isValidIPv6Address(path: FieldPath, value: string): FieldError[] {
  const address = parseIPSloppy(value)
  if (address !== undefined && !isIPv4Bytes(address.bytes)) return []
  return [invalid(path, value, 'must be a valid IPv6 address')]
}

/** Warnings about an IP address in a form that is accepted but should not be used. */
export function getWarningsForIP(path: FieldPath, value: string): string[] {
  const address = parseIPSloppy(value)
  if (address === undefined) return []
  if (address.leadingZeros || isMapped(address)) {
    const better = quote(formatIP(address.bytes))
    return [`${path}: non-standard IP address ${quote(value)} is invalid: use ${better}`]
  }
  const canonical = formatIPv6(address.bytes)
  if (address.dotted || canonical === value) return []
  return [`${path}: IPv6 address ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`]
}
