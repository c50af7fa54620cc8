import {
  addressBits,
  familyOf,
  formatAddress,
  type IPFamily,
  parseAddress,
} from '../../kinds/core/service/address-range.js'

/** A range of addresses by its first one and the length of its prefix. */
interface Prefix {
  readonly family: IPFamily
  readonly network: bigint
  readonly length: number
}

/** Prefixes of IPv6 may be so much longer than that of their range, so that what is taken is few. */
const mostIPv6Bits = 16

/**
 * Parts of a range of addresses, all of one size, that nodes are given one after the other.
 *
 * Source: pkg/controller/nodeipam/ipam/cidrset of Kubernetes.
 */
export class NodeRanges {
  readonly #whole: Prefix
  readonly #length: number
  readonly #count: number
  readonly #taken = new Set<number>()
  #next = 0

  /** @param length - of the prefixes of nodes. @throws Error for a range that is none, and for parts that do not fit it. */
  constructor(cidr: string, length: number) {
    this.#whole = prefixOf(cidr)
    const { length: outer, family } = this.#whole
    if (length < outer || length > addressBits[family])
      throw new Error(`the prefix of a node must have ${outer} to ${addressBits[family]} bits, not ${length}`)
    if (family === 'IPv6' && length - outer > mostIPv6Bits)
      throw new Error('New CIDR set failed; the node CIDR size is too big')
    this.#length = length
    this.#count = 2 ** (length - outer)
  }

  /** The next part that nobody has; `undefined` where there is none left. */
  take(): string | undefined {
    if (this.#taken.size === this.#count) return undefined
    let index = this.#next
    while (this.#taken.has(index)) index = (index + 1) % this.#count
    this.#next = (index + 1) % this.#count
    this.#taken.add(index)
    const { network, family } = this.#whole
    return `${formatAddress(network + BigInt(index) * this.#size, family)}/${this.#length}`
  }

  /** Somebody has these addresses. @throws Error for addresses that are not of the range. */
  occupy(cidr: string): void {
    for (const index of this.#indexes(cidr)) this.#taken.add(index)
  }

  /** Nobody has these addresses any more. @throws Error for addresses that are not of the range. */
  release(cidr: string): void {
    for (const index of this.#indexes(cidr)) this.#taken.delete(index)
  }

  /** Whether any address is of the range. */
  overlaps(cidr: string): boolean {
    const other = prefixOf(cidr)
    const length = Math.min(other.length, this.#whole.length)
    return other.family === this.#whole.family && startOf(other, length) === startOf(this.#whole, length)
  }

  get #size(): bigint {
    return 1n << BigInt(addressBits[this.#whole.family] - this.#length)
  }

  #indexes(cidr: string): readonly number[] {
    if (!this.overlaps(cidr)) throw new Error(`cidr ${cidr} is out the range of cluster cidr`)
    const { network, length, family } = prefixOf(cidr)
    if (length <= this.#whole.length) return Array.from({ length: this.#count }, (_, index) => index)
    const last = network + (1n << BigInt(addressBits[family] - length)) - 1n
    const index = (address: bigint): number => Number((address - this.#whole.network) / this.#size)
    const first = index(network)
    return Array.from({ length: index(last) - first + 1 }, (_, offset) => first + offset)
  }
}

function prefixOf(cidr: string): Prefix {
  const [address = '', text = ''] = cidr.split('/')
  const family = familyOf(address)
  if (family === undefined || !/^\d+$/.test(text) || Number(text) > addressBits[family])
    throw new Error(`invalid CIDR address: ${cidr}`)
  const prefix = { family, network: parseAddress(address), length: Number(text) }
  return { ...prefix, network: startOf(prefix, prefix.length) }
}

function startOf({ network, family }: Prefix, length: number): bigint {
  const bits = BigInt(addressBits[family] - length)
  return (network >> bits) << bits
}
