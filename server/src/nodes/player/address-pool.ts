import { isIPv6 } from 'node:net'

/** Addresses for pods of one range, counted on from its first. Source: pkg/kwok/controllers/utils.go of kwok. */
export class AddressPool {
  readonly #base: bigint
  readonly #isIPv6: boolean
  readonly #used = new Set<string>()
  readonly #returned: string[] = []
  #last = 0n

  /** @param range - such as `10.0.0.1/24` */
  constructor(range: string) {
    const [address = ''] = range.split('/')
    this.#isIPv6 = isIPv6(address)
    this.#base = this.#isIPv6 ? ipv6Number(address) : ipv4Number(address)
  }

  /** An address that no pod has. */
  take(): string {
    const returned = this.#returned.pop()
    if (returned !== undefined && !this.#used.has(returned)) {
      this.#used.add(returned)
      return returned
    }
    for (;;) {
      const address = this.#addressAt(++this.#last)
      if (this.#used.has(address)) continue
      this.#used.add(address)
      return address
    }
  }

  /** A pod has this address. */
  use(address: string): void {
    this.#used.add(address)
  }

  /** No pod has this address any more. */
  release(address: string): void {
    if (this.#used.delete(address)) this.#returned.push(address)
  }

  #addressAt(offset: bigint): string {
    const number = this.#base + offset
    if (!this.#isIPv6) return [24n, 16n, 8n, 0n].map((shift) => String((number >> shift) & 255n)).join('.')
    const groups = Array.from({ length: 8 }, (_, index) =>
      ((number >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
    )
    return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
  }
}

function ipv4Number(address: string): bigint {
  return address.split('.').reduce((sum, part) => (sum << 8n) + BigInt(part), 0n)
}

function ipv6Number(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(zeros).fill('0'), ...right].reduce(
    (sum, part) => (sum << 16n) + BigInt(`0x${part}`),
    0n,
  )
}
