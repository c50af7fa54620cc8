import { guardDepth } from '../../descriptor/guard-depth.js'
import type { StructDescriptor } from '../../descriptor/types.js'
import type { JSONObject, JSONValue } from '../../json/json-value.js'
import type { FieldSet } from '../field-path/field-set.js'
import { isAlwaysSelectable } from '../schema/always-selectable.js'
import { equalTypeRefs, type Schema, type TypeRef } from '../schema/schema.js'
import { compare } from './compare.js'
import type { Comparison } from './comparison.js'
import type { HeldPair } from './held-equality.js'
import { merge } from './merge.js'
import { reconcileFieldSet } from './reconcile.js'
import { removeItems, withKeyFields } from './remove-items.js'
import { type ToFieldSetOptions, toFieldSet } from './to-field-set.js'
import { type ValidationOptions, validate } from './validate.js'
import { throwErrors, ValidationErrors } from './validation-errors.js'

/** An object of a class as it was read. */
export interface HeldObject {
  readonly type: StructDescriptor
  readonly content: JSONObject
}

function heldPair(left: HeldObject | undefined, right: HeldObject | undefined): HeldPair | undefined {
  if (left === undefined || right === undefined || left.type !== right.type) return undefined
  return { type: left.type, left: left.content, right: right.content }
}

/** How {@link TypedValue.extractItems} extracts. */
export interface ExtractItemsOptions {
  /** Include the key fields of list items, even without an owner. */
  readonly appendKeyFields?: boolean
}

/** A JSON value and its type in a schema. Values are never changed in place; results share parts with their inputs. */
export class TypedValue {
  readonly value: JSONValue
  readonly schema: Schema
  readonly typeRef: TypeRef
  /** For the value of an object whose class is known: how it was read, which Go compares in places. */
  readonly held: HeldObject | undefined

  /** Makes a typed value without looking at it; see `asTyped`. */
  // biome-ignore lint/complexity/useMaxParams: the fourth is for objects alone
  constructor(value: JSONValue, schema: Schema, typeRef: TypeRef, held?: HeldObject) {
    this.value = value
    this.schema = schema
    this.typeRef = typeRef
    this.held = held
  }

  /**
   * Checks the value against its type.
   *
   * @throws ValidationErrors with everything that does not conform to the type.
   */
  validate(options: ValidationOptions = {}): void {
    throwErrors(guardDepth(() => validate(this.value, { schema: this.schema, ref: this.typeRef }, options)))
  }

  /**
   * The set of every leaf, list item and map entry the value mentions.
   *
   * @throws ValidationErrors
   */
  toFieldSet(options: ToFieldSetOptions = {}): FieldSet {
    return guardDepth(() => toFieldSet(this.value, { schema: this.schema, ref: this.typeRef }, options))
  }

  /**
   * This value with `config` merged into it: leaves of `config` win, nothing is removed, the items of a list that `config`
   * changes are in its order.
   *
   * @throws ValidationErrors for values of different types or that do not conform to theirs.
   */
  merge(config: TypedValue): TypedValue {
    this.#expectSameType(config)
    const { schema, typeRef } = this
    return this.#with(guardDepth(() => merge(this.value, config.value, { schema, ref: typeRef })) ?? null)
  }

  /**
   * The differences of `other`.
   *
   * @throws ValidationErrors for values of different types or that do not conform to theirs.
   */
  compare(other: TypedValue): Comparison {
    this.#expectSameType(other)
    const held = heldPair(this.held, other.held)
    return guardDepth(() => compare(this.value, other.value, { schema: this.schema, ref: this.typeRef, held }))
  }

  /** This value without the items and members that a set names. */
  removeItems(items: FieldSet): TypedValue {
    return this.#with(guardDepth(() => removeItems(this.value, items, this.#walkOptions(false))))
  }

  /** Only the items and members that a set names. */
  extractItems(items: FieldSet, options: ExtractItemsOptions = {}): TypedValue {
    const wanted = options.appendKeyFields === true ? withKeyFields(items, this.toFieldSet()) : items
    return this.#with(guardDepth(() => removeItems(this.value, wanted, this.#walkOptions(true))))
  }

  /** A field set in line with the schema of this value; `undefined` when it is already. See {@link reconcileFieldSet}. */
  reconcileFieldSet(set: FieldSet): FieldSet | undefined {
    return guardDepth(() => reconcileFieldSet(set, { schema: this.schema, ref: this.typeRef }))
  }

  /** A value of the same type that is `null`. */
  empty(): TypedValue {
    return this.#with(null)
  }

  #with(value: JSONValue): TypedValue {
    return new TypedValue(value, this.schema, this.typeRef)
  }

  #walkOptions(extract: boolean): { readonly schema: Schema; readonly ref: TypeRef; readonly extract: boolean } {
    return { schema: this.schema, ref: this.typeRef, extract }
  }

  #expectSameType(other: TypedValue): void {
    if (this.schema !== other.schema) throw mismatch('expected objects with types from the same schema')
    if (equalTypeRefs(this.typeRef, other.typeRef)) return
    throw mismatch(
      `expected objects of the same type, but got ${typeRefText(this.typeRef)} and ${typeRefText(other.typeRef)}`,
    )
  }
}

function mismatch(message: string): ValidationErrors {
  return new ValidationErrors([{ path: '', message }])
}

function typeRefText(ref: TypeRef): string {
  return ref.namedType ?? 'inlined type'
}

/** Input of {@link asTyped}. */
interface AsTypedOptions extends ValidationOptions {
  /** The value is the canonical form of this object. */
  readonly held?: HeldObject
  /** The type was made of the class of that object. */
  readonly isOfClass?: boolean
}

/**
 * Makes a typed value of one that conforms to its type.
 *
 * @throws ValidationErrors when it does not.
 */
export function asTyped(
  value: JSONValue | object,
  type: { readonly schema: Schema; readonly typeRef: TypeRef },
  options: AsTypedOptions = {},
): TypedValue {
  const typed = new TypedValue(value as JSONValue, type.schema, type.typeRef, options.held)
  if (!conforms(options)) typed.validate(options)
  return typed
}

/** Values of a class were brought to the types of its schema when they were made canonical. */
function conforms({ held, isOfClass, allowDuplicates }: AsTypedOptions): boolean {
  return held !== undefined && isOfClass === true && allowDuplicates === true && isAlwaysSelectable(held.type)
}
