import { compareStrings } from '../../internal/compare-strings.js'
import type { JSONValue } from '../../json/json-value.js'
import { quotePlain, writeValue } from './json-text.js'
import { compareValues, equalValues, valueText } from './value.js'

/** One field of the key of a list item. */
export interface KeyField {
  readonly name: string
  readonly value: JSONValue
}

/** How a path element selects its child. */
export type PathElementKind = 'fieldName' | 'key' | 'value' | 'index' | 'none'

/**
 * Selects one child of a map or list: a field by name, a list item by its key fields, a set item by its value, or an item
 * of an atomic list by its index. Make one with {@link fieldNameElement}, {@link keyElement}, {@link valueElement} or
 * {@link indexElement}.
 */
export abstract class PathElement {
  abstract readonly kind: PathElementKind
  /** Position of the kind in the order of path elements. */
  protected abstract readonly rank: number
  #text: string | undefined

  /** The serialized form, such as `f:spec`, `k:{"name":"web"}`, `v:"a"` or `i:0`. Elements with equal text are equal. */
  get text(): string {
    this.#text ??= this.serialize()
    return this.#text
  }

  protected abstract serialize(): string
  protected abstract compareSameKind(other: PathElement): number

  /** Orders elements: fields, keys, values, indexes; within a kind as Go does. Negative, 0 or positive. */
  compare(other: PathElement): number {
    if (this === other) return 0
    return this.rank === other.rank ? this.compareSameKind(other) : this.rank - other.rank
  }

  equals(other: PathElement): boolean {
    return this === other || (this.rank === other.rank && this.compareSameKind(other) === 0)
  }

  /** The element as error messages show it: `.spec`, `[name="web"]`, `[="a"]`, `[0]`. */
  abstract toString(): string
}

/** Selects a field of a map or struct. */
export class FieldNameElement extends PathElement {
  readonly kind = 'fieldName'
  protected readonly rank = 0
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
  }

  protected serialize(): string {
    return `f:${this.name}`
  }

  protected compareSameKind(other: PathElement): number {
    return compareStrings(this.name, (other as FieldNameElement).name)
  }

  toString(): string {
    return `.${this.name}`
  }
}

/** Selects an item of an associative list by its key fields. */
export class KeyElement extends PathElement {
  readonly kind = 'key'
  protected readonly rank = 1
  /** Sorted by name. */
  readonly fields: readonly KeyField[]

  constructor(fields: readonly KeyField[]) {
    super()
    this.fields = fields
  }

  protected serialize(): string {
    const members = this.fields.map(({ name, value }) => `${quotePlain(name)}:${writeValue(value)}`)
    return `k:{${members.join(',')}}`
  }

  protected compareSameKind(other: PathElement): number {
    const { fields } = this
    const others = (other as KeyElement).fields
    const shared = Math.min(fields.length, others.length)
    for (let i = 0; i < shared; i++) {
      const a = fields[i]!
      const b = others[i]!
      const order = compareStrings(a.name, b.name) || compareValues(a.value, b.value)
      if (order !== 0) return order
    }
    return fields.length - others.length
  }

  toString(): string {
    return `[${this.fields.map(({ name, value }) => `${name}=${valueText(value)}`).join(',')}]`
  }
}

/** Selects an item of a set by its value. */
export class ValueElement extends PathElement {
  readonly kind = 'value'
  protected readonly rank = 2
  readonly value: JSONValue

  constructor(value: JSONValue) {
    super()
    this.value = value
  }

  protected serialize(): string {
    return `v:${writeValue(this.value)}`
  }

  protected compareSameKind(other: PathElement): number {
    const { value } = other as ValueElement
    return equalValues(this.value, value) ? 0 : compareValues(this.value, value)
  }

  toString(): string {
    return `[=${valueText(this.value)}]`
  }
}

/** Selects an item of a list by its position. */
export class IndexElement extends PathElement {
  readonly kind = 'index'
  protected readonly rank = 3
  readonly index: number

  constructor(index: number) {
    super()
    this.index = index
  }

  protected serialize(): string {
    return `i:${this.index}`
  }

  protected compareSameKind(other: PathElement): number {
    return this.index - (other as IndexElement).index
  }

  toString(): string {
    return `[${this.index}]`
  }
}

/** Makes the element for a field of a map or struct. */
export function fieldNameElement(name: string): FieldNameElement {
  return new FieldNameElement(name)
}

/** Makes the element for an item of an associative list: `keyElement({ name: 'web', protocol: 'TCP' })`. */
export function keyElement(fields: Readonly<Record<string, JSONValue>>): KeyElement {
  return keyElementOf(Object.entries(fields).map(([name, value]) => ({ name, value })))
}

/** Makes the element for an item of an associative list from key fields in any order. */
export function keyElementOf(fields: readonly KeyField[]): KeyElement {
  return new KeyElement(fields.length < 2 ? fields : [...fields].sort((a, b) => compareStrings(a.name, b.name)))
}

/** Makes the element for an item of a set. */
export function valueElement(value: JSONValue): ValueElement {
  return new ValueElement(value)
}

/** Makes the element for a position in a list. */
export function indexElement(index: number): IndexElement {
  return new IndexElement(index)
}
