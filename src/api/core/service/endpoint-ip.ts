import { type FieldError, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isIPv4Bytes, parseIPSloppy } from '../../../validation/ip-address.js'

/** Checks that an address can be one of an endpoint: not unspecified, loopback, link-local or link-local multicast. */
export function validateEndpointIP(address: string, path: FieldPath): FieldError[] {
  const parsed = parseIPSloppy(address)
  if (parsed === undefined) return [invalid(path, address, 'must be a valid IP address').withOrigin('format=ip-sloppy')]
  const { bytes } = parsed
  const rule = isIPv4Bytes(bytes) ? ipv4Problem(bytes.slice(12), address) : ipv6Problem(bytes, address)
  return rule === undefined ? [] : [invalid(path, address, rule).withOrigin('format=endpoint-ip')]
}

function ipv4Problem([a = 0, b = 0, c = 0, d = 0]: Uint8Array, address: string): string | undefined {
  if (a === 0 && b === 0 && c === 0 && d === 0) return unspecified(address)
  if (a === 127) return loopback
  if (a === 169 && b === 254) return linkLocal
  return a === 224 && b === 0 && c === 0 ? linkLocalMulticast : undefined
}

function ipv6Problem(bytes: Uint8Array, address: string): string | undefined {
  const [a = 0, b = 0] = bytes
  if (bytes.slice(0, 15).every((byte) => byte === 0)) {
    if (bytes[15] === 0) return unspecified(address)
    if (bytes[15] === 1) return loopback
  }
  if (a === 0xfe && (b & 0xc0) === 0x80) return linkLocal
  return a === 0xff && (b & 0x0f) === 0x02 ? linkLocalMulticast : undefined
}

function unspecified(address: string): string {
  return `may not be unspecified (${address})`
}

const loopback = 'may not be in the loopback range (127.0.0.0/8, ::1/128)'
const linkLocal = 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'
const linkLocalMulticast = 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'
