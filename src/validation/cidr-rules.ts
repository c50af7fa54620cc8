import { equalBytes } from '../internal/bytes.js'
import { quote } from '../internal/quote.js'
import { type FieldError, invalid } from './field-error.js'
import type { FieldPath } from './field-path.js'
import {
  type CIDR,
  formatIP,
  formatIPv6,
  formatNetwork,
  isIPv4Bytes,
  isMapped,
  networkBytes,
  parseCIDRSloppy,
} from './ip-address.js'
import type { LegacyOptions } from './ip-rules.js'

interface Checked {
  readonly cidr: CIDR | undefined
  readonly errors: FieldError[]
}

function check(path: FieldPath, value: string, strict: boolean): Checked {
  const cidr = parseCIDRSloppy(value)
  if (cidr === undefined) {
    const detail = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'
    return { cidr, errors: [invalid(path, value, detail)] }
  }
  const problem = strict ? strictProblem(cidr) : undefined
  return { cidr, errors: problem === undefined ? [] : [invalid(path, value, problem)] }
}

function strictProblem(cidr: CIDR): string | undefined {
  if (hasLeadingZeros(cidr)) return 'must not have leading 0s in IP or prefix length'
  if (isMapped(cidr.address)) return 'must not have an IPv4-mapped IPv6 address'
  return hasHostBits(cidr) ? 'must not have bits set beyond the prefix length' : undefined
}

function hasLeadingZeros(cidr: CIDR): boolean {
  return cidr.leadingZeros || cidr.address.leadingZeros
}

function hasHostBits(cidr: CIDR): boolean {
  return !equalBytes(cidr.address.bytes, networkBytes(cidr))
}

/** Checks a network such as `10.9.8.0/24` in canonical form. */
export function isValidCIDR(path: FieldPath, value: string): FieldError[] {
  const { cidr, errors } = check(path, value, true)
  if (errors.length > 0 || cidr === undefined) return errors
  const canonical = formatNetwork(cidr)
  return value === canonical ? [] : [notCanonical(path, value, canonical)]
}

/** Checks a network of a field that has always accepted other forms than the canonical one. */
export function isValidCIDRForLegacyField(path: FieldPath, value: string, options: LegacyOptions): FieldError[] {
  if (options.validOld?.includes(value)) return []
  return check(path, value, options.strict).errors
}

/** Checks an address with the length of its network, such as `10.9.8.7/24`, in canonical form. */
export function isValidInterfaceAddress(path: FieldPath, value: string): FieldError[] {
  const cidr = parseCIDRSloppy(value)
  if (cidr === undefined) {
    return [invalid(path, value, 'must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)')]
  }
  const { address, prefixLength } = cidr
  const shortened = isIPv4Bytes(address.bytes) && prefixLength > 32
  const canonical = `${formatIP(address.bytes)}/${shortened ? prefixLength - 96 : prefixLength}`
  return value === canonical ? [] : [notCanonical(path, value, canonical)]
}

function notCanonical(path: FieldPath, value: string, canonical: string): FieldError {
  return invalid(path, value, `must be in canonical form (${quote(canonical)})`)
}

/** Warnings about a network in a form that is accepted but should not be used. */
export function getWarningsForCIDR(path: FieldPath, value: string): string[] {
  const cidr = parseCIDRSloppy(value)
  if (cidr === undefined) return []
  const warnings: string[] = []
  const { address, prefixLength } = cidr
  const network = quote(formatNetwork(cidr))
  if (hasHostBits(cidr)) {
    const single = quote(`${formatIP(address.bytes)}/${address.dotted ? 32 : 128}`)
    warnings.push(
      `${path}: CIDR value ${quote(value)} is ambiguous in this context (should be ${network} or ${single}?)`,
    )
  }
  if (hasLeadingZeros(cidr) || isMapped(address)) {
    warnings.push(`${path}: non-standard CIDR value ${quote(value)} is invalid: use ${network}`)
  }
  if (warnings.length > 0 || address.dotted) return warnings
  const canonical = `${formatIPv6(address.bytes)}/${prefixLength}`
  if (canonical === value) return []
  return [`${path}: IPv6 CIDR value ${quote(value)} should be in RFC 5952 canonical format (${quote(canonical)})`]
}
