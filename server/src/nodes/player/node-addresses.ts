import { isIP, isIPv6 } from 'node:net'
import type { Node, Pod } from 'apimachinery/api/core/v1'
import { AddressPool } from './address-pool.js'

/** The addresses of nodes and of the pods on them. */
export class NodeAddresses {
  readonly #pools = new Map<string, AddressPool>()
  readonly #nodeOf: (name: string) => Node | undefined
  readonly #defaultRange: string
  readonly #fallback: readonly string[]

  /** @param nodeIP - of a node that has no address; may be empty */
  constructor(nodeOf: (name: string) => Node | undefined, defaultRange: string, nodeIP: string) {
    this.#nodeOf = nodeOf
    this.#defaultRange = defaultRange
    this.#fallback = nodeIP === '' ? [] : [nodeIP]
  }

  /** The addresses of a node: the first internal or external one, and the first of the other family. */
  ofNode(name: string): readonly string[] {
    const addresses = this.#nodeOf(name)?.status?.addresses ?? []
    const all = ['InternalIP', 'ExternalIP'].flatMap((wanted) =>
      addresses.filter(({ type, address }) => type === wanted && isIP(address) !== 0).map(({ address }) => address),
    )
    const [first] = all
    if (first === undefined) return this.#fallback
    const second = all.find((each) => isIPv6(each) !== isIPv6(first))
    return second === undefined ? [first] : [first, second]
  }

  /** New addresses for a pod on a node, one of each range of the node. */
  forPod(nodeName: string, isInHostNetwork: boolean): readonly string[] {
    if (isInHostNetwork) return this.ofNode(nodeName)
    return this.#ranges(nodeName).map((range) => this.#pool(range).take())
  }

  /** A pod has its addresses already. */
  use(pod: Pod): void {
    this.#eachAddress(pod, (pool, address) => pool.use(address))
  }

  /** A pod is gone. */
  release(pod: Pod): void {
    this.#eachAddress(pod, (pool, address) => pool.release(address))
  }

  #eachAddress({ spec, status }: Pod, act: (pool: AddressPool, address: string) => void): void {
    if (spec?.hostNetwork === true) return
    const addresses = status?.podIPs?.map(({ ip }) => ip) ?? (status?.podIP ? [status.podIP] : [])
    const ranges = this.#ranges(spec?.nodeName ?? '')
    addresses.slice(0, ranges.length).forEach((address, index) => {
      if (address !== undefined && address !== '') act(this.#pool(ranges[index]!), address)
    })
  }

  #ranges(nodeName: string): readonly string[] {
    const { podCIDRs = [], podCIDR = '' } = this.#nodeOf(nodeName)?.spec ?? {}
    if (podCIDRs.length > 0) return podCIDRs
    return [podCIDR === '' ? this.#defaultRange : podCIDR]
  }

  #pool(range: string): AddressPool {
    let pool = this.#pools.get(range)
    if (pool === undefined) {
      pool = new AddressPool(range)
      this.#pools.set(range, pool)
    }
    return pool
  }
}
