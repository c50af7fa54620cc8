import { quote } from '../../../internal/quote.js'
import { addressProblem, isAddress, networkProblem } from '../../../validation/address-problem.js'
import {
  type CIDR,
  formatIP,
  type IPAddress,
  isIPv4Bytes,
  isMapped,
  networkBytes,
  parseCIDRSloppy,
  parseIPSloppy,
} from '../../../validation/ip-address.js'
import type { OwnComparable } from '../values/own-values.js'
import { CELError, noOverload, type Value } from '../values/value.js'

/** An address that rules work with: `ip('10.0.0.1')`. */
class IP implements OwnComparable {
  readonly typeName = 'net.IP'

  constructor(readonly bytes: Uint8Array) {}

  get dotted(): boolean {
    return isIPv4Bytes(this.bytes)
  }

  /** The bytes of the family, 4 or 16. */
  get own(): Uint8Array {
    return this.dotted ? this.bytes.subarray(12) : this.bytes
  }

  equals(other: Value): boolean | CELError {
    return other instanceof IP ? String(other.bytes) === String(this.bytes) : noOverload(other)
  }

  text(): string {
    return formatIP(this.bytes)
  }

  /** Bytes of the address. */
  get size(): number {
    return this.own.length
  }
}

/** A network: `cidr('10.0.0.0/8')`. */
class Network implements OwnComparable {
  readonly typeName = 'net.CIDR'

  constructor(readonly cidr: CIDR) {}

  get ip(): IP {
    return new IP(this.cidr.address.bytes)
  }

  get masked(): Network {
    const address: IPAddress = { ...this.cidr.address, bytes: networkBytes(this.cidr) }
    return new Network({ ...this.cidr, address })
  }

  contains(ip: IP): boolean {
    if (ip.dotted !== this.ip.dotted) return false
    const address: IPAddress = { ...this.cidr.address, bytes: ip.bytes }
    return String(networkBytes({ ...this.cidr, address })) === String(networkBytes(this.cidr))
  }

  containsNetwork(other: Network): boolean {
    return other.cidr.prefixLength >= this.cidr.prefixLength && this.contains(other.masked.ip)
  }

  equals(other: Value): boolean | CELError {
    return other instanceof Network ? other.text() === this.text() : noOverload(other)
  }

  text(): string {
    return `${this.ip.text()}/${this.cidr.prefixLength}`
  }

  /** Bytes of the prefix. */
  get size(): number {
    return Math.ceil(this.cidr.prefixLength / 8)
  }
}

function parseIP(text: string): IP | undefined {
  const address = parseIPSloppy(text)
  return address === undefined || address.leadingZeros || isMapped(address) ? undefined : new IP(address.bytes)
}

function parseNetwork(text: string): Network | undefined {
  const cidr = parseCIDRSloppy(text)
  if (cidr === undefined || cidr.leadingZeros || cidr.address.leadingZeros || isMapped(cidr.address)) return undefined
  return new Network(cidr)
}

function ipOf(text: string): IP | CELError {
  const ip = parseIP(text)
  if (ip !== undefined) return ip
  if (text.includes('%') && isAddress(text)) {
    return new CELError(`IP address ${quote(text)} with zone value is not allowed`)
  }
  const mapped = parseIPSloppy(text)
  if (mapped !== undefined && !mapped.leadingZeros && isMapped(mapped)) {
    return new CELError(`IPv4-mapped IPv6 address ${quote(text)} is not allowed`)
  }
  return new CELError(`IP Address ${quote(text)} parse error during conversion from string: ${addressProblem(text)}`)
}

const failed = 'network address parse error during conversion from string'

function networkOf(text: string): Network | CELError {
  const network = parseNetwork(text)
  if (network !== undefined) return network
  const address = parseCIDRSloppy(text)?.address
  if (address !== undefined && !address.leadingZeros && isMapped(address)) {
    return new CELError(`${failed}: IPv4-mapped IPv6 address ${quote(text)} is not allowed`)
  }
  return new CELError(`${failed}: ${failed}: ${networkProblem(text)}`)
}

function isLoopback(ip: IP): boolean {
  return ip.dotted ? ip.own[0] === 127 : isOne(ip.bytes)
}

function isOne(bytes: Uint8Array): boolean {
  return bytes.every((byte, i) => byte === (i === 15 ? 1 : 0))
}

function isMulticast({ own, dotted }: IP): boolean {
  return dotted ? own[0]! >> 4 === 14 : own[0] === 255
}

function isLinkLocalMulticast({ own, dotted }: IP): boolean {
  return dotted ? own[0] === 224 && own[1] === 0 && own[2] === 0 : own[0] === 255 && (own[1]! & 15) === 2
}

function isLinkLocalUnicast({ own, dotted }: IP): boolean {
  return dotted ? own[0] === 169 && own[1] === 254 : own[0] === 254 && (own[1]! & 192) === 128
}

function isGlobalUnicast(ip: IP): boolean {
  const broadcast = ip.dotted && ip.own.every((byte) => byte === 255)
  return !(broadcast || isUnspecified(ip) || isLoopback(ip) || isMulticast(ip) || isLinkLocalUnicast(ip))
}

function isUnspecified(ip: IP): boolean {
  return ip.own.every((byte) => byte === 0)
}

function contains(network: Network, ip: IP | CELError): Value {
  // Upstream drops the reason here.
  return ip instanceof CELError ? noOverload() : network.contains(ip)
}

function containsNetwork(network: Network, other: Network | CELError): Value {
  return other instanceof CELError ? other : network.containsNetwork(other)
}

function isCanonical(text: string): Value {
  const ip = ipOf(text)
  return ip instanceof CELError ? ip : ip.text() === text
}

/** Functions on addresses and networks, by Go's names of their forms. */
export const addressFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  string_to_ip: ipOf,
  is_ip: (text: string) => parseIP(text) !== undefined,
  ip_is_canonical: isCanonical,
  ip_family: (ip: IP) => (ip.dotted ? 4 : 6),
  ip_is_unspecified: isUnspecified,
  ip_is_loopback: isLoopback,
  ip_is_link_local_multicast: isLinkLocalMulticast,
  ip_is_link_local_unicast: isLinkLocalUnicast,
  ip_is_global_unicast: isGlobalUnicast,
  string_to_cidr: networkOf,
  is_cidr: (text: string) => parseNetwork(text) !== undefined,
  cidr_contains_ip_ip: contains,
  cidr_contains_ip_string: (network: Network, text: string) => contains(network, ipOf(text)),
  cidr_contains_cidr: containsNetwork,
  cidr_contains_cidr_string: (network: Network, text: string) => containsNetwork(network, networkOf(text)),
  cidr_ip: (network: Network) => network.ip,
  cidr_prefix_length: (network: Network) => network.cidr.prefixLength,
  cidr_masked: (network: Network) => network.masked,
}
