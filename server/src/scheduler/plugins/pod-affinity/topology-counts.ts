/** Numbers by topology key and value. */
export class TopologyCounts {
  readonly #counts = new Map<string, Map<string, number>>()

  get isEmpty(): boolean {
    return this.#counts.size === 0
  }

  /** Adds to the domain of a node, if it has the topology. A number that becomes zero is removed. */
  add(labels: Readonly<Record<string, string>>, key: string, amount: number): void {
    const value = labels[key]
    if (value === undefined) return
    let values = this.#counts.get(key)
    if (values === undefined) {
      values = new Map()
      this.#counts.set(key, values)
    }
    const sum = (values.get(value) ?? 0) + amount
    if (sum === 0) values.delete(value)
    else values.set(value, sum)
    if (values.size === 0) this.#counts.delete(key)
  }

  get(key: string, value: string): number {
    return this.#counts.get(key)?.get(value) ?? 0
  }

  /** Whether the labels of a node are in a domain with a positive number. */
  hasAny(labels: Readonly<Record<string, string>>): boolean {
    for (const [key, values] of this.#counts) {
      const value = labels[key]
      if (value !== undefined && (values.get(value) ?? 0) > 0) return true
    }
    return false
  }

  /** The numbers of all domains that a node is in, added up. */
  sum(labels: Readonly<Record<string, string>>): number {
    let sum = 0
    for (const [key, values] of this.#counts) {
      const value = labels[key]
      if (value !== undefined) sum += values.get(value) ?? 0
    }
    return sum
  }

  clone(): TopologyCounts {
    const copy = new TopologyCounts()
    for (const [key, values] of this.#counts) copy.#counts.set(key, new Map(values))
    return copy
  }
}
