/** An IP address as Kubernetes has always read it, leading zeros and IPv4-mapped forms included. */
export interface IPAddress {
  /** 16 bytes; IPv4 addresses are in the last four, after `::ffff:`. */
  readonly bytes: Uint8Array
  /** Written in dotted decimal form, without colons. */
  readonly dotted: boolean
  /** Numbers have leading zeros, which current parsers reject. */
  readonly leadingZeros: boolean
}

/** An IP address and the length of its network prefix. */
export interface CIDR {
  readonly address: IPAddress
  /** As written: 0…32 for dotted addresses, 0…128 for others. */
  readonly prefixLength: number
  /** The prefix length has leading zeros. */
  readonly leadingZeros: boolean
}

/** Reads an IP address with Go's old leniences; `undefined` when it is none. */
export function parseIPSloppy(text: string): IPAddress | undefined {
  const separator = /[.:]/.exec(text)?.[0]
  if (separator === undefined || text.length > maxLength) return undefined
  return separator === '.' ? parseDotted(text) : parseColons(text)
}

/** Leading zeros make addresses longer; a longer text is not a plausible address. */
const maxLength = 10_000
const mappedPrefix: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255]

function parseDotted(text: string): IPAddress | undefined {
  const octets = parseOctets(text)
  if (octets === undefined) return undefined
  return {
    bytes: Uint8Array.from([...mappedPrefix, ...octets.values]),
    dotted: true,
    leadingZeros: octets.leadingZeros,
  }
}

interface Octets {
  readonly values: readonly number[]
  readonly leadingZeros: boolean
}

function parseOctets(text: string): Octets | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => part !== '' && !/[^0-9]/.test(part))) return undefined
  const values = parts.map(Number)
  if (values.some((value) => value > 255)) return undefined
  return { values, leadingZeros: parts.some((part) => part.length > 1 && part.startsWith('0')) }
}

/** The parts of an address with colons: groups of 16 bits, then perhaps dotted octets. */
interface Groups {
  readonly bytes: readonly number[]
  readonly leadingZeros: boolean
}

function parseColons(text: string): IPAddress | undefined {
  const gap = text.indexOf('::')
  const head = parseGroups(gap < 0 ? text : text.slice(0, gap), gap < 0)
  const tail = gap < 0 ? noGroups : parseGroups(text.slice(gap + 2), true)
  if (head === undefined || tail === undefined) return undefined
  const missing = 16 - head.bytes.length - tail.bytes.length
  if (gap < 0 ? missing !== 0 : missing < 2) return undefined
  return {
    bytes: Uint8Array.from([...head.bytes, ...new Array<number>(missing).fill(0), ...tail.bytes]),
    dotted: false,
    leadingZeros: head.leadingZeros || tail.leadingZeros,
  }
}

const noGroups: Groups = { bytes: [], leadingZeros: false }

/** Octets are allowed only at the very end of an address. */
function parseGroups(text: string, atEnd: boolean): Groups | undefined {
  if (text === '') return noGroups
  const parts = text.split(':')
  const bytes: number[] = []
  let leadingZeros = false
  for (const [i, part] of parts.entries()) {
    if (part.includes('.')) {
      const octets = atEnd && i === parts.length - 1 ? parseOctets(part) : undefined
      if (octets === undefined) return undefined
      bytes.push(...octets.values)
      leadingZeros ||= octets.leadingZeros
      continue
    }
    if (part === '' || /[^0-9A-Fa-f]/.test(part)) return undefined
    const value = Number.parseInt(part, 16)
    if (value > 0xffff) return undefined
    leadingZeros ||= part.length > 4
    bytes.push(value >> 8, value & 255)
  }
  return { bytes, leadingZeros }
}

/** Reads an address, a slash and a prefix length with Go's old leniences; `undefined` when it is none. */
export function parseCIDRSloppy(text: string): CIDR | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) return undefined
  const address = parseIPSloppy(text.slice(0, slash))
  const digits = text.slice(slash + 1)
  if (address === undefined || digits === '' || /[^0-9]/.test(digits)) return undefined
  const prefixLength = Number(digits)
  if (prefixLength > (address.dotted ? 32 : 128)) return undefined
  return { address, prefixLength, leadingZeros: digits.length > 1 && digits.startsWith('0') }
}

/** Reports whether the bytes are those of an IPv4 address, however it was written. */
export function isIPv4Bytes(bytes: Uint8Array): boolean {
  return mappedPrefix.every((byte, i) => bytes[i] === byte)
}

/** Reports whether an IPv4 address was written in an IPv6 form. */
export function isMapped(address: IPAddress): boolean {
  return !address.dotted && isIPv4Bytes(address.bytes)
}

/** The bytes with everything after the prefix set to zero. */
export function networkBytes(cidr: CIDR): Uint8Array {
  const bits = cidr.address.dotted ? cidr.prefixLength + 96 : cidr.prefixLength
  return cidr.address.bytes.map((byte, i) => {
    const kept = Math.min(8, Math.max(0, bits - 8 * i))
    return byte & (0xff00 >> kept) & 0xff
  })
}

/** Writes an address as Go's `net.IP` does: dotted for IPv4, otherwise by RFC 5952. */
export function formatIP(bytes: Uint8Array): string {
  return isIPv4Bytes(bytes) ? bytes.slice(12).join('.') : formatColons(bytes)
}

/** Writes an address with colons, an IPv4-mapped one as `::ffff:1.2.3.4`. */
export function formatIPv6(bytes: Uint8Array): string {
  return isIPv4Bytes(bytes) ? `::ffff:${bytes.slice(12).join('.')}` : formatColons(bytes)
}

function formatColons(bytes: Uint8Array): string {
  const groups: string[] = []
  for (let i = 0; i < 16; i += 2) groups.push((((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0)).toString(16))
  const { start, length } = longestZeros(groups)
  if (length < 2) return groups.join(':')
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
}

function longestZeros(groups: readonly string[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 }
  let run = 0
  for (const [i, group] of groups.entries()) {
    run = group === '0' ? run + 1 : 0
    if (run > best.length) best = { start: i - run + 1, length: run }
  }
  return best
}

/** Writes the network of a CIDR: `10.9.8.0/24`. */
export function formatNetwork(cidr: CIDR): string {
  const bytes = networkBytes(cidr)
  const shortened = !cidr.address.dotted && isIPv4Bytes(bytes)
  return `${formatIP(bytes)}/${shortened ? cidr.prefixLength - 96 : cidr.prefixLength}`
}
