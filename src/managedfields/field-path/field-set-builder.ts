import { type ChildSet, FieldSet } from './field-set.js'
import type { PathElement } from './path-element.js'

/** One element that is being collected: a member, the start of a subset, or both. */
interface Entry {
  readonly element: PathElement
  member: boolean
  below: FieldSetBuilder | undefined
}

/** Collects the fields of a set in any order and sorts once at the end. */
export class FieldSetBuilder {
  readonly #entries = new Map<string, Entry>()

  #entry(element: PathElement): Entry {
    const { text } = element
    let entry = this.#entries.get(text)
    if (entry === undefined) {
      entry = { element, member: false, below: undefined }
      this.#entries.set(text, entry)
    }
    return entry
  }

  /** The builder for what is below an element. */
  #below(element: PathElement): FieldSetBuilder {
    const entry = this.#entry(element)
    entry.below ??= new FieldSetBuilder()
    return entry.below
  }

  /** Adds the field at `path`; the empty path is not a field. */
  add(path: readonly PathElement[]): void {
    if (path.length === 0) return
    let builder: FieldSetBuilder = this
    for (let i = 0; i < path.length - 1; i++) builder = builder.#below(path[i]!)
    builder.#entry(path[path.length - 1]!).member = true
  }

  build(): FieldSet {
    const members: PathElement[] = []
    const children: ChildSet[] = []
    for (const { element, member, below } of this.#sorted()) {
      if (member) members.push(element)
      if (below !== undefined) children.push({ element, set: below.build() })
    }
    return new FieldSet(members, children)
  }

  #sorted(): Iterable<Entry> {
    let last: Entry | undefined
    for (const entry of this.#entries.values()) {
      if (last !== undefined && last.element.compare(entry.element) > 0) {
        return [...this.#entries.values()].sort((a, b) => a.element.compare(b.element))
      }
      last = entry
    }
    return this.#entries.values()
  }
}
