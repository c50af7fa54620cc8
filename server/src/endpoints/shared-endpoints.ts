import { newSchemeTypeConverter, type TypeConverter } from 'apimachinery/managedfields'
import type { APIResource } from 'apimachinery/meta/v1'
import type { Scheme } from 'apimachinery/runtime'
import type { GroupVersion } from 'apimachinery/schema'

/** What the endpoints of servers with the same scheme and resources have in common: each part is made by the first that needs it. */
export class SharedEndpoints {
  readonly #scheme: Scheme
  readonly #lists = new Map<string, readonly APIResource[]>()
  #types: TypeConverter | undefined

  constructor(scheme: Scheme) {
    this.#scheme = scheme
  }

  /** The types of the scheme, for managed fields. */
  get types(): TypeConverter {
    this.#types ??= newSchemeTypeConverter(this.#scheme)
    return this.#types
  }

  /** The resources of a group version for discovery. */
  resources(groupVersion: GroupVersion, make: () => readonly APIResource[]): readonly APIResource[] {
    const key = groupVersion.toString()
    const list = this.#lists.get(key) ?? make()
    this.#lists.set(key, list)
    return list
  }
}
