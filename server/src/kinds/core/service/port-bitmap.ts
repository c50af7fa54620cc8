import type { PortRange } from './port-range.js'

/**
 * Ports of a range that are taken, as a `RangeAllocation` holds them: one big number, most significant byte first, bit `i` for
 * the port `i` behind the first one.
 *
 * Source: `AllocationBitmap` of pkg/registry/core/service/allocator of Kubernetes.
 */
export class PortBitmap {
  readonly range: PortRange
  /** Least significant byte first. */
  readonly #bytes: Uint8Array

  constructor(range: PortRange, data: Uint8Array = new Uint8Array(0)) {
    this.range = range
    this.#bytes = new Uint8Array(Math.max(Math.ceil(range.size / 8), data.length))
    this.#bytes.set(data.toReversed())
  }

  has(port: number): boolean {
    const bit = this.#bitOf(port)
    return bit !== undefined && (this.#bytes[bit >> 3]! & (1 << (bit & 7))) !== 0
  }

  /** `false` for a port outside the range. */
  contains(port: number): boolean {
    return this.#bitOf(port) !== undefined
  }

  /** Takes a port; one outside the range is left out. */
  add(port: number): void {
    const bit = this.#bitOf(port)
    if (bit !== undefined) this.#bytes[bit >> 3]! |= 1 << (bit & 7)
  }

  delete(port: number): void {
    const bit = this.#bitOf(port)
    if (bit !== undefined) this.#bytes[bit >> 3]! &= ~(1 << (bit & 7))
  }

  /** How many ports are taken. */
  get size(): number {
    let count = 0
    for (let byte of this.#bytes) for (; byte !== 0; byte &= byte - 1) count++
    return count
  }

  /** The ports that are taken, in ascending order. */
  *ports(): Generator<number> {
    const { first, size } = this.range
    for (let port = first; port < first + size; port++) if (this.has(port)) yield port
  }

  /** Without leading zeros: no bytes where nothing is taken. */
  toBytes(): Uint8Array {
    const length = this.#bytes.findLastIndex((byte) => byte !== 0) + 1
    return this.#bytes.slice(0, length).reverse()
  }

  #bitOf(port: number): number | undefined {
    const bit = port - this.range.first
    return bit >= 0 && bit < this.range.size ? bit : undefined
  }
}
