import { canonicalize } from '../../descriptor/to-canonical-json.js'
import type { JSONValue } from '../../json/json-value.js'
import { isTypedObject, kindClassOf } from '../../runtime/objects/typed-object.js'
import { isUnstructured, unstructuredContent } from '../../runtime/objects/unstructured.js'
import { deducedRef, deducedSchema } from '../schema/deduced.js'
import type { Schema, TypeRef } from '../schema/schema.js'
import { asTyped, type TypedValue } from './typed-value.js'
import { unknownFieldOf } from './unknown-field.js'
import type { ValidationOptions } from './validate.js'
import { ValidationErrors } from './validation-errors.js'

/** How objects become typed values. */
export interface ObjectToTypedOptions extends ValidationOptions {
  /** A field that the class of an object does not declare is an error, and is not dropped. */
  readonly refuseUnknownFields?: boolean
  /** The type was made of the class of the object, so that its canonical form conforms to the type. */
  readonly isOfClass?: boolean
}

/** A type of a schema that makes typed values. */
export class ParseableType {
  readonly schema: Schema
  readonly typeRef: TypeRef

  constructor(schema: Schema, typeRef: TypeRef) {
    this.schema = schema
    this.typeRef = typeRef
  }

  /** The type of a name; whether it exists shows when it is used. */
  static named(schema: Schema, name: string): ParseableType {
    return new ParseableType(schema, { namedType: name })
  }

  /** Reports whether the schema has this type. */
  get isValid(): boolean {
    return this.schema.resolve(this.typeRef) !== undefined
  }

  /** Makes a typed value of JSON, unchanged. @throws ValidationErrors */
  fromValue(value: JSONValue | object, options?: ValidationOptions): TypedValue {
    return asTyped(value, this, options)
  }

  /**
   * Makes a typed value of an object: an instance of a kind class as Go would hold it, with the zero values that are always
   * written and without fields that its class does not declare; anything else unchanged.
   *
   * @throws ValidationErrors, and the errors of canonical JSON for values of the wrong type.
   */
  fromObject(object: object, options: ObjectToTypedOptions = {}): TypedValue {
    const content = unstructuredContent(object)
    if (!isTypedObject(object) || isUnstructured(object)) return this.fromValue(content, options)
    const { descriptor } = kindClassOf(object)
    const canonical = canonicalize(descriptor, content)
    if (options.refuseUnknownFields === true && canonical !== content) {
      const path = unknownFieldOf(descriptor, content)
      if (path !== undefined) throw new ValidationErrors([{ path, message: 'field not declared in schema' }])
    }
    return asTyped(canonical, this, { ...options, held: { type: descriptor, content: content } })
  }
}

/** The type of objects without a schema: maps are merged member by member, everything else as a whole. */
export const deducedParseableType: ParseableType = /* @__PURE__ */ new ParseableType(deducedSchema, deducedRef)
