import { identityText, type ObjectIdentity } from './owner-node.js'

/** How many are remembered. */
const limit = 500

/** Owners that are known to be gone: a uid never comes back. The ones that were not needed for the longest time are forgotten. */
export class AbsentOwners {
  readonly #known = new Set<string>()

  add(identity: ObjectIdentity): void {
    this.#touch(identityText(identity))
    for (const oldest of this.#known) {
      if (this.#known.size <= limit) break
      this.#known.delete(oldest)
    }
  }

  has(identity: ObjectIdentity): boolean {
    const key = identityText(identity)
    if (!this.#known.has(key)) return false
    this.#touch(key)
    return true
  }

  #touch(key: string): void {
    this.#known.delete(key)
    this.#known.add(key)
  }
}
