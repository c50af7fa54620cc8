import { type ChildSet, FieldSet } from '../field-path/field-set.js'
import type { FieldNameElement, PathElement } from '../field-path/path-element.js'
import { unionOf } from '../field-path/sorted-elements.js'
import type { Atom, Schema, TypeRef } from '../schema/schema.js'

/**
 * The set with every declared field on the way to its members: with `a.b.c` it has `a` too when `a` is a field of a struct,
 * but not `a.b` when `b` is a key of a map.
 */
export function ensureNamedFieldsAreMembers(set: FieldSet, schema: Schema, ref: TypeRef): FieldSet {
  const atom = schema.resolve(ref)
  const named: PathElement[] = []
  const children = set.children.map(({ element, set: below }): ChildSet => {
    if (element.kind === 'fieldName' && atom?.map?.findField((element as FieldNameElement).name) !== undefined) {
      named.push(element)
    }
    return { element, set: ensureNamedFieldsAreMembers(below, schema, childRef(atom, element)) }
  })
  return new FieldSet(unionOf(set.members, named), children)
}

function childRef(atom: Atom | undefined, element: PathElement): TypeRef {
  if (element.kind === 'fieldName') return atom?.map?.typeOf((element as FieldNameElement).name) ?? {}
  return (element.kind === 'key' ? atom?.list?.elementType : undefined) ?? {}
}
