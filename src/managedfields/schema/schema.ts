import type { JSONValue } from '../../json/json-value.js'
import { type FieldNameElement, fieldNameElement } from '../field-path/path-element.js'
import { equalValues } from '../field-path/value.js'

/** The type of a value without parts; `untyped` takes any of them. */
export type ScalarType = 'numeric' | 'string' | 'boolean' | 'untyped'

/**
 * How the parts of a list or map belong together: `atomic` ones have one owner, those of a `separable` map and an
 * `associative` list are owned one by one.
 */
export type ElementRelationship = 'associative' | 'atomic' | 'separable'

/** The possible forms of a value: one of these, or several if its form decides. */
export interface Atom {
  readonly scalar?: ScalarType
  readonly list?: ListType
  readonly map?: MapType
}

/** Names a type of the schema or holds one. */
export interface TypeRef {
  readonly namedType?: string
  readonly inlined?: Atom
  /** Replaces the relationship that the type itself declares. */
  readonly elementRelationship?: ElementRelationship
  readonly nullable?: boolean
}

/** A declared field of a {@link MapType}. */
export interface StructField {
  readonly name: string
  readonly type: TypeRef
  /** The value an absent field reads as; completes the keys of list items. */
  readonly default?: JSONValue
}

/** A list. Without keys an associative list is a set of scalars. */
export interface ListType {
  readonly elementType: TypeRef
  /** Absent counts as atomic. */
  readonly elementRelationship?: ElementRelationship
  readonly keys?: readonly string[]
}

/** A declared field with what every walk needs. */
export interface IndexedField extends StructField {
  readonly element: FieldNameElement
}

/** A map, a struct, or both: fields that are not declared have the element type, and none may be there without one. */
export class MapType {
  readonly fields: readonly StructField[]
  /** `undefined` when nothing but the declared fields is allowed. */
  readonly elementType: TypeRef | undefined
  readonly elementRelationship: ElementRelationship | undefined
  #byName: ReadonlyMap<string, IndexedField> | undefined

  constructor(facts: {
    readonly fields?: readonly StructField[]
    readonly elementType?: TypeRef | undefined
    readonly elementRelationship?: ElementRelationship | undefined
  }) {
    this.fields = facts.fields ?? []
    this.elementType = facts.elementType
    this.elementRelationship = facts.elementRelationship
  }

  /** The declared field of a name. */
  findField(name: string): IndexedField | undefined {
    this.#byName ??= new Map(
      this.fields.map((field) => [field.name, { ...field, element: fieldNameElement(field.name) }]),
    )
    return this.#byName.get(name)
  }

  /** The type of a member: of the declared field, else that of all others. */
  typeOf(name: string): TypeRef | undefined {
    return this.findField(name)?.type ?? this.elementType
  }
}

/** Finds the type of a name. */
export type TypeLookup = (name: string) => Atom | undefined

/** Named types. Types are looked up on first use, so a schema may be built as it is needed. */
export class Schema {
  readonly #lookup: TypeLookup
  readonly #named = new Map<string, Atom | undefined>()
  readonly #overridden = new WeakMap<TypeRef, Atom>()

  constructor(lookup: TypeLookup) {
    this.#lookup = lookup
  }

  /** A schema of a closed list of types. */
  static of(types: Iterable<readonly [name: string, type: Atom]>): Schema {
    const byName = new Map(types)
    return new Schema((name) => byName.get(name))
  }

  /** The type of a name. */
  findNamedType(name: string): Atom | undefined {
    let atom = this.#named.get(name)
    if (atom === undefined && !this.#named.has(name)) {
      atom = this.#lookup(name)
      this.#named.set(name, atom)
    }
    return atom
  }

  /** The type of a reference; `undefined` if it is unknown, or if a relationship is set for a scalar. */
  resolve(ref: TypeRef): Atom | undefined {
    const atom = ref.namedType === undefined ? (ref.inlined ?? nothing) : this.findNamedType(ref.namedType)
    if (atom === undefined || ref.elementRelationship === undefined) return atom
    let overridden = this.#overridden.get(ref)
    if (overridden === undefined) {
      overridden = override(atom, ref.elementRelationship)
      if (overridden !== undefined) this.#overridden.set(ref, overridden)
    }
    return overridden
  }
}

const nothing: Atom = /* @__PURE__ */ Object.freeze({})
const noRef: TypeRef = /* @__PURE__ */ Object.freeze({})

function override(atom: Atom, elementRelationship: ElementRelationship): Atom | undefined {
  if (atom.map !== undefined) {
    const { fields, elementType } = atom.map
    return { ...atom, map: new MapType({ fields, elementType, elementRelationship }) }
  }
  return atom.list === undefined ? undefined : { ...atom, list: { ...atom.list, elementRelationship } }
}

/** Reports whether two references are the same type: by name, or part by part if inlined. */
export function equalTypeRefs(a: TypeRef, b: TypeRef): boolean {
  return (
    a === b ||
    (a.namedType === b.namedType &&
      a.elementRelationship === b.elementRelationship &&
      (a.nullable ?? false) === (b.nullable ?? false) &&
      equalAtoms(a.inlined ?? nothing, b.inlined ?? nothing))
  )
}

function equalAtoms(a: Atom, b: Atom): boolean {
  return a === b || (a.scalar === b.scalar && equalListTypes(a.list, b.list) && equalMapTypes(a.map, b.map))
}

function equalListTypes(a: ListType | undefined, b: ListType | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b
  return (
    a.elementRelationship === b.elementRelationship &&
    (a.keys ?? []).join('\0') === (b.keys ?? []).join('\0') &&
    equalTypeRefs(a.elementType, b.elementType)
  )
}

function equalMapTypes(a: MapType | undefined, b: MapType | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b
  return (
    a.elementRelationship === b.elementRelationship &&
    a.fields.length === b.fields.length &&
    equalTypeRefs(a.elementType ?? noRef, b.elementType ?? noRef) &&
    a.fields.every((field, i) => equalFields(field, b.fields[i]!))
  )
}

function equalFields(a: StructField, b: StructField): boolean {
  const defaults = equalValues(a.default ?? null, b.default ?? null)
  return a.name === b.name && defaults && equalTypeRefs(a.type, b.type)
}
