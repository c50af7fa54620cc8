import { quote } from '../../../internal/quote.js'
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
import type { Comparable } from '../cel-equals.js'
import { CELValueError, type FunctionLibrary, registerNamespace } from './function-library.js'

/** An address that rules work with: `ip('10.0.0.1')`. */
class IP implements Comparable {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get dotted(): boolean {
    return isIPv4Bytes(this.bytes)
  }

  /** The bytes of the family, 4 or 16. */
  get own(): Uint8Array {
    return this.dotted ? this.bytes.subarray(12) : this.bytes
  }

  celEquals(other: unknown): boolean {
    return other instanceof IP && String(other.bytes) === String(this.bytes)
  }

  toString(): string {
    return formatIP(this.bytes)
  }
}

/** A network: `cidr('10.0.0.0/8')`. */
class Network implements Comparable {
  readonly cidr: CIDR

  constructor(cidr: CIDR) {
    this.cidr = cidr
  }

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

  celEquals(other: unknown): boolean {
    return other instanceof Network && String(other) === String(this)
  }

  toString(): string {
    return `${this.ip}/${this.cidr.prefixLength}`
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

function ipOf(text: string): IP {
  const ip = parseIP(text)
  if (ip !== undefined) return ip
  const mapped = parseIPSloppy(text)
  if (mapped !== undefined && isMapped(mapped)) {
    throw new CELValueError(`IPv4-mapped IPv6 address ${quote(text)} is not allowed`)
  }
  throw new CELValueError(`IP Address ${quote(text)} parse error during conversion from string`)
}

function networkOf(text: string): Network {
  const network = parseNetwork(text)
  if (network !== undefined) return network
  throw new CELValueError(`network address parse error during conversion from string: ${quote(text)}`)
}

function isLoopback(ip: IP): boolean {
  return ip.dotted ? ip.own[0] === 127 : isOne(ip.bytes)
}

function isOne(bytes: Uint8Array): boolean {
  return bytes.every((byte, i) => byte === (i === 15 ? 1 : 0))
}

function isMulticast({ own, dotted }: IP): boolean {
  return dotted ? (own[0] as number) >> 4 === 14 : own[0] === 255
}

function isLinkLocalMulticast({ own, dotted }: IP): boolean {
  return dotted ? own[0] === 224 && own[1] === 0 && own[2] === 0 : own[0] === 255 && ((own[1] as number) & 15) === 2
}

function isLinkLocalUnicast({ own, dotted }: IP): boolean {
  return dotted ? own[0] === 169 && own[1] === 254 : own[0] === 254 && ((own[1] as number) & 192) === 128
}

function isGlobalUnicast(ip: IP): boolean {
  const broadcast = ip.dotted && ip.own.every((byte) => byte === 255)
  return !(broadcast || isUnspecified(ip) || isLoopback(ip) || isMulticast(ip) || isLinkLocalUnicast(ip))
}

function isUnspecified(ip: IP): boolean {
  return ip.own.every((byte) => byte === 0)
}

/** The functions of `ip`, `isIP`, `cidr` and `isCIDR`. */
export const addressFunctions: FunctionLibrary = (env, budget) => {
  env.registerType('net.IP', { ctor: IP, fields: {} })
  env.registerType('net.CIDR', { ctor: Network, fields: {} })
  env.registerOperator('net.IP == net.IP', (a: IP, b: IP) => a.celEquals(b))
  env.registerOperator('net.CIDR == net.CIDR', (a: Network, b: Network) => a.celEquals(b))
  env.registerFunction('ip(string): net.IP', (text: string) => {
    budget.chargeSize(text.length)
    return ipOf(text)
  })
  env.registerFunction('isIP(string): bool', (text: string) => parseIP(text) !== undefined)
  const namespace = registerNamespace(env, 'ip')
  env.registerFunction(
    `${namespace}.isCanonical(string): bool`,
    (_: unknown, text: string) => String(ipOf(text)) === text,
  )
  env.registerFunction('net.IP.family(): int', (ip: IP) => (ip.dotted ? 4n : 6n))
  env.registerFunction('net.IP.isUnspecified(): bool', isUnspecified)
  env.registerFunction('net.IP.isLoopback(): bool', isLoopback)
  env.registerFunction('net.IP.isLinkLocalMulticast(): bool', isLinkLocalMulticast)
  env.registerFunction('net.IP.isLinkLocalUnicast(): bool', isLinkLocalUnicast)
  env.registerFunction('net.IP.isGlobalUnicast(): bool', isGlobalUnicast)
  env.registerFunction('string(net.IP): string', String)
  env.registerFunction('cidr(string): net.CIDR', networkOf)
  env.registerFunction('isCIDR(string): bool', (text: string) => parseNetwork(text) !== undefined)
  env.registerFunction('net.CIDR.containsIP(string): bool', (n: Network, text: string) => n.contains(ipOf(text)))
  env.registerFunction('net.CIDR.containsIP(net.IP): bool', (n: Network, ip: IP) => n.contains(ip))
  env.registerFunction('net.CIDR.containsCIDR(string): bool', (n: Network, text: string) =>
    n.containsNetwork(networkOf(text)),
  )
  env.registerFunction('net.CIDR.containsCIDR(net.CIDR): bool', (n: Network, other: Network) =>
    n.containsNetwork(other),
  )
  env.registerFunction('net.CIDR.ip(): net.IP', (n: Network) => n.ip)
  env.registerFunction('net.CIDR.prefixLength(): int', (n: Network) => BigInt(n.cidr.prefixLength))
  env.registerFunction('net.CIDR.masked(): net.CIDR', (n: Network) => n.masked)
  env.registerFunction('string(net.CIDR): string', String)
}
