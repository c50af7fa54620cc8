import { type Atom, MapType, Schema, type TypeRef } from './schema.js'

/** Name of the type of any values that have one owner as a whole. */
const untypedName = '__untyped_atomic_'
/** Name of the type of values whose form decides: maps are separable, lists atomic. */
export const deducedName = '__untyped_deduced_'

/** Refers to the type that anything fits: scalars, lists and maps without a schema. */
export const untypedRef: TypeRef = /* @__PURE__ */ Object.freeze({ namedType: untypedName })
/** Refers to the type that is deduced from the value. */
export const deducedRef: TypeRef = /* @__PURE__ */ Object.freeze({ namedType: deducedName })

const atomicList = /* @__PURE__ */ Object.freeze({ elementType: untypedRef, elementRelationship: 'atomic' as const })

/** The type called {@link untypedName}. */
export const untypedAtom: Atom = /* @__PURE__ */ Object.freeze({
  scalar: 'untyped' as const,
  list: atomicList,
  map: /* @__PURE__ */ new MapType({ elementType: untypedRef, elementRelationship: 'atomic' }),
})

/** The type called {@link deducedName}. */
export const deducedAtom: Atom = /* @__PURE__ */ Object.freeze({
  scalar: 'untyped' as const,
  list: atomicList,
  map: /* @__PURE__ */ new MapType({ elementType: deducedRef, elementRelationship: 'separable' }),
})

/** The two types that every schema has. */
export function commonType(name: string): Atom | undefined {
  if (name === untypedName) return untypedAtom
  return name === deducedName ? deducedAtom : undefined
}

/** The schema of objects that have none. */
export const deducedSchema: Schema = /* @__PURE__ */ new Schema(commonType)
