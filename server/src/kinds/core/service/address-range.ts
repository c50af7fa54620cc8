import { isIP } from 'node:net'

/** IP families by the names of the API. */
export type IPFamily = 'IPv4' | 'IPv6'

/** The addresses of one CIDR that services can have, as numbers. */
export interface AddressRange {
  /** In its shortest form: `10.96.0.0/16`. */
  readonly cidr: string
  readonly family: IPFamily
  /** Address of the network, which no service gets. */
  readonly network: bigint
  readonly first: bigint
  readonly last: bigint
  /** How many of the first addresses are only given out when the others are taken, so that people can choose them. */
  readonly offset: number
}

/** How long addresses are. */
export const addressBits = { IPv4: 32, IPv6: 128 } as const
const [minimum, maximum, step] = [16, 256, 16]

/**
 * Reads a CIDR as a range of addresses of services.
 *
 * Source: pkg/registry/core/service/ipallocator of Kubernetes.
 * @throws Error for an invalid CIDR, and for IPv6 networks of more than 2^64 addresses.
 */
export function addressRange(cidr: string): AddressRange {
  const slash = cidr.indexOf('/')
  const [address, length] = [cidr.slice(0, slash), Number(cidr.slice(slash + 1))]
  const family = familyOf(address)
  if (slash < 0 || family === undefined || !/\/\d+$/.test(cidr) || length > addressBits[family]) {
    throw new Error(`invalid CIDR address: ${cidr}`)
  }
  if (family === 'IPv6' && length < 64) {
    throw new Error(`shortest allowed prefix length for service CIDR is 64, got ${length}`)
  }
  const size = 1n << BigInt(addressBits[family] - length)
  const network = (parseAddress(address) / size) * size
  const last = network + size - 1n - (family === 'IPv4' ? 1n : 0n)
  return {
    cidr: `${formatAddress(network, family)}/${length}`,
    family,
    network,
    first: network + 1n,
    last,
    offset: offsetOf(size),
  }
}

/** How many addresses of a range services can have. */
export function sizeOf({ first, last }: AddressRange): number {
  return Number(last - first + 1n)
}

function offsetOf(size: bigint): number {
  if (size < minimum) return 0
  const part = size / BigInt(step)
  if (part < minimum) return minimum
  return part > maximum ? maximum : Number(part)
}

/** The family of an address in its usual form; `undefined` for an invalid address. */
export function familyOf(address: string): IPFamily | undefined {
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? 'IPv4' : 'IPv6'
}

/** The number of an address. */
export function parseAddress(address: string): bigint {
  if (familyOf(address) === 'IPv4') return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':').flatMap(withoutDots))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : new Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

/** The last part of an IPv6 address may be written as an IPv4 address. */
function withoutDots(group: string): string[] {
  if (!group.includes('.')) return [group]
  const number = parseAddress(group)
  return [(number >> 16n).toString(16), (number & 0xffffn).toString(16)]
}

/** Writes an address as Kubernetes names it: dotted, or as RFC 5952 says. */
export function formatAddress(number: bigint, family: IPFamily): string {
  if (family === 'IPv4') return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 0xffn).join('.')
  const groups = Array.from({ length: 8 }, (_, i) => (number >> BigInt(112 - 16 * i)) & 0xffffn)
  const text = groups.map((group) => group.toString(16)).join(':')
  // Node writes an address of a URL in its shortest form.
  return new URL(`http://[${text}]`).hostname.slice(1, -1)
}

/** Whether services can have the address. */
export function isInRange(range: AddressRange, address: string): boolean {
  if (familyOf(address) !== range.family) return false
  const number = parseAddress(address)
  return number >= range.first && number <= range.last
}

/** The addresses of a range, from a random one on: first those reserved for dynamic allocation, then the others. */
export function* addressesOf(range: AddressRange, random: () => number): Generator<string> {
  const start = range.first + BigInt(range.offset)
  yield* between(range, { from: start, to: range.last }, random)
  if (range.offset > 0) yield* between(range, { from: range.first, to: start - 1n }, random)
}

interface Span {
  readonly from: bigint
  readonly to: bigint
}

function* between({ family }: AddressRange, { from, to }: Span, random: () => number): Generator<string> {
  const size = to - from + 1n
  if (size <= 0n) return
  const scaled = BigInt(Math.floor(random() * Number.MAX_SAFE_INTEGER))
  const start = (size * scaled) / BigInt(Number.MAX_SAFE_INTEGER)
  for (let i = 0n; i < size; i++) yield formatAddress(from + ((start + i) % size), family)
}
