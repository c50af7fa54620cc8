import { SchemaList } from './collections.js'
import { isEqual } from './equal.js'
import { jsonOf } from './json-of.js'
import type { OwnComparable } from './own-values.js'
import { type CELError, ListValue, MapValue, noOverload, type Value } from './value.js'

/** A list whose items are identified by their value (`set`) or by some of their fields (`map`), in any order. */
export class AssociativeList extends SchemaList implements OwnComparable {
  /** The fields, as expressions spell them; undefined for a set. */
  readonly keys: readonly string[] | undefined

  constructor(raw: readonly unknown[], toValue: (item: unknown) => Value, keys: readonly string[] | undefined) {
    super(raw, toValue)
    this.keys = keys
  }

  /** Compares without regard to order. */
  equals(other: Value): boolean | CELError {
    if (!(other instanceof ListValue)) return noOverload(other)
    if (other.length !== this.length) return false
    const own = new Map(this.items().map((item) => [this.#identity(item), item]))
    return other.items().every((item) => {
      const counterpart = own.get(this.#identity(item))
      return counterpart !== undefined && (this.keys === undefined || isEqual(counterpart, item))
    })
  }

  /** Adds a list: its items take the place of those that are the same. */
  combine(other: ListValue): AssociativeList {
    const combined = new Map(this.raw.map((raw, i) => [this.#identity(this.at(i)), raw]))
    for (const item of other.items()) {
      const identity = this.#identity(item)
      if (this.keys !== undefined || !combined.has(identity)) combined.set(identity, jsonOf(item))
    }
    return new AssociativeList([...combined.values()], this.toValue, this.keys)
  }

  #identity(item: Value): string {
    if (this.keys === undefined) return identityText(item)
    return JSON.stringify(this.keys.map((key) => identityText(item instanceof MapValue ? item.find(key) : undefined)))
  }
}

function identityText(value: Value | undefined): string {
  const json = value === undefined ? undefined : jsonOf(value)
  return `${typeof json} ${String(json)}`
}

/** Reports whether the items of a list have an identity. */
export function isAssociative(list: ListValue): list is AssociativeList {
  return list instanceof AssociativeList
}
