import type { AmountList } from './resource-amounts.js'
import { isScalarResource } from './resource-names.js'

/** Amounts of resources in fields, as they are compared for every node. Source: `Resource` of pkg/scheduler/framework. */
export class Resources {
  /** Thousandths of a CPU. */
  cpu = 0
  /** Bytes. */
  memory = 0
  /** Bytes. */
  ephemeralStorage = 0
  /** Pods that a node may have. */
  pods = 0
  /** Other resources, absent while there are none. */
  scalars: Map<string, number> | undefined

  static of(amounts: AmountList): Resources {
    const resources = new Resources()
    for (const [name, amount] of amounts) resources.#set(name, amount)
    return resources
  }

  /** Adds `sign` times the amounts of another. */
  add(other: Resources, sign: 1 | -1): void {
    this.cpu += sign * other.cpu
    this.memory += sign * other.memory
    this.ephemeralStorage += sign * other.ephemeralStorage
    if (other.scalars === undefined) return
    this.scalars ??= new Map()
    for (const [name, amount] of other.scalars) this.scalars.set(name, (this.scalars.get(name) ?? 0) + sign * amount)
  }

  clone(): Resources {
    const copy = new Resources()
    copy.cpu = this.cpu
    copy.memory = this.memory
    copy.ephemeralStorage = this.ephemeralStorage
    copy.pods = this.pods
    if (this.scalars !== undefined) copy.scalars = new Map(this.scalars)
    return copy
  }

  #set(name: string, amount: number): void {
    if (name === 'cpu') this.cpu = amount
    else if (name === 'memory') this.memory = amount
    else if (name === 'ephemeral-storage') this.ephemeralStorage = amount
    else if (name === 'pods') this.pods = amount
    else if (isScalarResource(name)) {
      this.scalars ??= new Map()
      this.scalars.set(name, amount)
    }
  }
}
