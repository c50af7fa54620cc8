import { MachineryError } from '../../errors/machinery-error.js'
import type { FieldSet } from '../field-path/field-set.js'
import { FieldSetBuilder } from '../field-path/field-set-builder.js'
import type { FieldNameElement, PathElement } from '../field-path/path-element.js'
import { deducedName } from '../schema/deduced.js'
import type { ListType, MapType, Schema, TypeRef } from '../schema/schema.js'
import { Form, formsOf, invalidAtomMessage, noTypeMessage } from './atom.js'

/**
 * Adjusts a field set to a schema that may have changed since: if a list or map has become atomic, the owner of a part of
 * it owns the whole.
 *
 * @returns `undefined` if nothing has to change.
 * @throws MachineryError `SchemaMismatch` if the set leads to types that the schema does not have.
 */
export function reconcileFieldSet(
  set: FieldSet,
  { schema, ref }: { readonly schema: Schema; readonly ref: TypeRef },
): FieldSet | undefined {
  const reconciler = new Reconciler(schema)
  reconciler.visit(ref, { set, isAtomic: false })
  if (reconciler.errors.length > 0) {
    const lines =
      reconciler.errors.length === 1 ? reconciler.errors : ['errors:', ...reconciler.errors.map((e) => `  ${e}`)]
    throw new MachineryError('SchemaMismatch', `errors reconciling field set with schema: ${lines.join('\n')}`)
  }
  const whole = reconciler.whole.build()
  return whole.isEmpty ? undefined : set.recursiveDifference(whole).union(whole)
}

/** A place in the field set. */
interface Place {
  readonly set: FieldSet | undefined
  /** The place is a member without anything below it. */
  readonly isAtomic: boolean
}

class Reconciler {
  readonly errors: string[] = []
  /** Fields that are now owned as a whole. */
  readonly whole = new FieldSetBuilder()
  readonly #schema: Schema
  readonly #path: PathElement[] = []

  constructor(schema: Schema) {
    this.#schema = schema
  }

  visit(ref: TypeRef, place: Place): void {
    const atom = this.#schema.resolve(ref)
    if (atom === undefined) {
      this.errors.push(noTypeMessage(ref))
      return
    }
    const forms = formsOf(atom, undefined)
    if ((forms & Form.map) !== 0) this.#map(atom.map!, place)
    else if (forms === 0) this.errors.push(invalidAtomMessage(ref))
    else if ((forms & Form.scalar) === 0) this.#list(atom.list!, place)
  }

  #list(type: ListType, { set, isAtomic }: Place): void {
    if (!isAtomic && type.elementRelationship === 'atomic') this.whole.add(this.#path)
    else if (set !== undefined) this.#below(set, () => type.elementType)
  }

  #map(type: MapType, { set, isAtomic }: Place): void {
    if (isDeduced(type)) return
    if (!isAtomic && type.elementRelationship === 'atomic') {
      if (set !== undefined && set.size > 0) this.whole.add(this.#path)
    } else if (set !== undefined) {
      this.#below(set, (element) =>
        element.kind === 'fieldName' ? type.typeOf((element as FieldNameElement).name) : type.elementType,
      )
    }
  }

  /** Visits the fields below a place; fields that the schema does not have stay unchanged. */
  #below(set: FieldSet, refOf: (element: PathElement) => TypeRef | undefined): void {
    const step = (element: PathElement, place: Place): void => {
      const ref = refOf(element)
      if (ref === undefined) return
      this.#path.push(element)
      this.visit(ref, place)
      this.#path.pop()
    }
    for (const { element, set: below } of set.children) step(element, { set: below, isAtomic: false })
    for (const element of set.members) {
      if (set.child(element) === undefined) step(element, { set: undefined, isAtomic: true })
    }
  }
}

/** A map whose members all have deduced types has no schema for them. */
function isDeduced({ fields, elementType }: MapType): boolean {
  if (fields.length > 0 || elementType === undefined) return false
  if (elementType.namedType !== undefined) return elementType.namedType === deducedName
  return elementType.inlined?.scalar === 'untyped'
}
