import type { FieldSet } from '../field-path/field-set.js'
import type { FieldSetFilter } from '../field-path/filter.js'

/** The difference of two values; no field is in more than one of the sets. */
export class Comparison {
  /** Fields only the left side has. */
  readonly removed: FieldSet
  /** Fields both have, with different values. */
  readonly modified: FieldSet
  /** Fields only the right side has. */
  readonly added: FieldSet

  constructor(removed: FieldSet, modified: FieldSet, added: FieldSet) {
    this.removed = removed
    this.modified = modified
    this.added = added
  }

  /** Reports whether there is no difference. */
  get isSame(): boolean {
    return this.removed.isEmpty && this.modified.isEmpty && this.added.isEmpty
  }

  /** Without `fields` and everything below them. */
  excludeFields(fields: FieldSet | undefined): Comparison {
    if (fields === undefined || fields.isEmpty) return this
    return this.#map((set) => set.recursiveDifference(fields))
  }

  /** The fields that pass the filter. */
  filterFields(filter: FieldSetFilter | undefined): Comparison {
    return filter === undefined ? this : this.#map((set) => filter.filter(set))
  }

  #map(change: (set: FieldSet) => FieldSet): Comparison {
    return new Comparison(change(this.removed), change(this.modified), change(this.added))
  }

  toString(): string {
    const part = (name: string, set: FieldSet): string => (set.isEmpty ? '' : `- ${name} Fields:\n${set}\n`)
    return part('Modified', this.modified) + part('Added', this.added) + part('Removed', this.removed)
  }
}
