import { deepCopy } from '../../descriptor/deep-copy.js'
import { messageOf } from '../../errors/message-of.js'
import type { JSONValue } from '../../json/json-value.js'
import type { UnknownField } from '../../runtime/objects/typed-object.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import { FieldPath, fieldPath } from '../../validation/field-path.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../validation/object-name-rules.js'
import { CELValidator } from '../cel/cel-validator.js'
import type { RuleObserver } from '../cel/schema/rule-node.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import { isAdmitted } from '../structural/admitted.js'
import { canonicalObjectMeta, coerceObjectMeta } from '../structural/coerce-object-meta.js'
import { applySchemaDefaults, pruneNonNullableNulls } from '../structural/default-value.js'
import { validateListTypes } from '../structural/list-types.js'
import { newStructural } from '../structural/new-structural.js'
import { findUnknownFields, prune } from '../structural/prune.js'
import { pruneDefaults } from '../structural/prune-defaults.js'
import { hasEmbedded, type Structural } from '../structural/structural.js'
import { validateEmbeddedMeta } from '../structural/validate-object-meta.js'
import { SchemaValidator } from '../validate/schema-validator.js'
import type { ScalePaths } from './read-definition.js'
import { validateScale, validateScaleStatus } from './validate-scale.js'

/** The facts about a version of a custom resource besides its schema. */
export interface VersionFacts {
  readonly namespaced: boolean
  /** The scale sub-resource, when the version has one. */
  readonly scale?: ScalePaths | undefined
  readonly observeRules?: RuleObserver | undefined
}

/** One version of a custom resource: what an API server does to its objects. */
export class CustomResourceVersion {
  readonly gvk: GroupVersionKind
  readonly schema: Structural
  readonly #facts: VersionFacts
  readonly #validator: SchemaValidator
  readonly #props: JSONSchemaProps
  #rules: CELValidator | undefined
  #statusValidator: SchemaValidator | undefined

  /** @throws MachineryError `InvalidSchema`. */
  constructor(gvk: GroupVersionKind, props: JSONSchemaProps, facts: VersionFacts) {
    this.gvk = gvk
    this.#props = props
    this.#facts = facts
    this.schema = newStructural(props)
    pruneDefaults(this.schema)
    this.#validator = new SchemaValidator(props)
  }

  /** The rules of the schema, compiled on first use. */
  get rules(): CELValidator {
    this.#rules ??= new CELValidator(newStructural(this.#props), { observe: this.#facts.observeRules })
    return this.#rules
  }

  /**
   * Does to an object what happens to it on its way into an API server, in place: `null`s that may not be are removed,
   * defaults filled in, metadata brought to its canonical form, unknown fields removed.
   *
   * @returns the paths of the fields that were removed.
   * @throws FieldError for metadata of a wrong type.
   */
  admit(object: object): string[] {
    if (isAdmitted(object, this.schema)) return [...new Set(this.#coerceMeta(object))]
    const removed = this.coerce(object)
    applySchemaDefaults(object, this.schema)
    return removed
  }

  /**
   * The same without defaults: what an API server does to an object that was converted from another version.
   *
   * @throws FieldError for metadata of a wrong type.
   */
  coerce(object: object): string[] {
    pruneNonNullableNulls(object, this.schema)
    return [...new Set([...this.#coerceMeta(object), ...prune(object, this.schema)])]
  }

  /** The fields that were removed from metadata. */
  #coerceMeta(object: object): readonly string[] {
    const { error, unknown } = coerceObjectMeta(object, this.schema, { returnUnknownFieldPaths: true })
    if (error !== undefined) throw error
    return unknown
  }

  /**
   * The fields that the schema does not declare, and those in metadata of embedded resources that ObjectMeta does not have:
   * {@link admit} removes them, and strict reading rejects them. The metadata of the object itself is not included.
   */
  unknownFields(object: object): UnknownField[] {
    if (isAdmitted(object, this.schema)) return []
    return [...findUnknownFields(object, this.schema), ...this.#unknownEmbedded(object)]
  }

  #unknownEmbedded(object: object): UnknownField[] {
    if (!hasEmbedded(this.schema)) return []
    const { unknown } = coerceObjectMeta(deepCopy(object), this.schema, {
      dropInvalidFields: true,
      returnUnknownFieldPaths: true,
    })
    return unknown.filter((path) => !path.startsWith('metadata.')).map((path) => ({ path, steps: [] }))
  }

  /** Removes `null`s that may not be and fills in defaults, in place. */
  default(object: object): void {
    pruneNonNullableNulls(object, this.schema)
    applySchemaDefaults(object, this.schema)
  }

  /** Fills in defaults, in place: what an API server does to the outcome of server-side apply. */
  fillDefaults(object: object): void {
    applySchemaDefaults(object, this.schema)
  }

  /** Returns the errors of a new object, in Go's wording and order. */
  validate(object: object): FieldError[] {
    const typeErrors = this.#typeErrors(object)
    if (typeErrors.length > 0) return typeErrors
    const errors = [
      ...this.#metadataErrors(object),
      ...this.#validator.validate(object),
      ...this.#scaleErrors(object, 'all'),
    ]
    return this.#withRules([...errors, ...this.#structureErrors(object)], { object })
  }

  /**
   * Returns the errors of a changed object. An old error passes if its value is known to be unchanged: not at the top of
   * the object, nor in lists that are not of type `map`, nor around fields that the schema does not declare. The fields of
   * the scale subresource must always be valid. `onTolerated` gets the errors of rules that pass so.
   */
  validateUpdate(object: object, old: object, onTolerated?: (error: FieldError) => void): FieldError[] {
    const typeErrors = this.#typeErrors(object)
    if (typeErrors.length > 0) return typeErrors
    const errors = [
      ...this.#metadataErrors(object, old),
      ...this.#validator.validateUpdate(object, old),
      ...this.#scaleErrors(object, 'all'),
    ]
    const embedded = validateEmbeddedMeta(object, this.schema)
    return this.#withRules([...errors, ...embedded, ...this.#newListErrors(object, old)], { object, old, onTolerated })
  }

  /** Returns the errors of an object of which only the status has changed: of its status, and of its rules. */
  validateStatusUpdate(object: object, old: object, onTolerated?: (error: FieldError) => void): FieldError[] {
    const typeErrors = this.#typeErrors(object)
    if (typeErrors.length > 0) return typeErrors
    const errors = [
      ...this.#metadataErrors(object, old),
      ...this.#statusErrors(object, old),
      ...this.#scaleErrors(object, 'status'),
      ...this.#newListErrors(object, old),
    ]
    return this.#withRules(errors, { object, old, onTolerated })
  }

  #statusErrors(object: { readonly status?: unknown }, old: { readonly status?: unknown }): FieldError[] {
    const props = this.#props.properties?.status
    if (props === undefined || !Object.hasOwn(object, 'status')) return []
    this.#statusValidator ??= new SchemaValidator(props)
    return this.#statusValidator.validateUpdate(object.status as JSONValue, old.status ?? null, fieldPath('status'))
  }

  #scaleErrors(object: object, part: 'all' | 'status'): FieldError[] {
    const { scale } = this.#facts
    if (scale === undefined) return []
    return part === 'all' ? validateScale(object, scale) : validateScaleStatus(object, scale)
  }

  /** Lists with duplicate items that had none before. */
  #newListErrors(object: object, old: object): FieldError[] {
    const errors = validateListTypes(object, this.schema)
    return errors.length === 0 || validateListTypes(old, this.schema).length > 0 ? [] : errors
  }

  #structureErrors(object: object): FieldError[] {
    return [...validateEmbeddedMeta(object, this.schema), ...validateListTypes(object, this.schema)]
  }

  #withRules(errors: FieldError[], { object, old, onTolerated }: Judged): FieldError[] {
    if (!this.rules.hasRules) return errors
    if (errors.some(({ type }) => blocking.has(type))) return [...errors, notChecked()]
    const options = old === undefined ? {} : { old, ratcheting: true, onTolerated }
    return [...errors, ...this.rules.validate(object, options)]
  }

  #typeErrors(object: { readonly apiVersion?: unknown; readonly kind?: unknown }): FieldError[] {
    const { apiVersion, kind } = this.gvk.toAPIVersionAndKind()
    const errors: FieldError[] = []
    if (object.kind !== kind) errors.push(invalid(fieldPath('kind'), object.kind ?? '', `must be ${kind}`))
    if (object.apiVersion !== apiVersion) {
      errors.push(invalid(fieldPath('apiVersion'), object.apiVersion ?? '', `must be ${apiVersion}`))
    }
    return errors
  }

  #metadataErrors(object: { readonly metadata?: unknown }, old?: object): FieldError[] {
    const path = fieldPath('metadata')
    try {
      const now = canonicalMetadata(object)
      if (old !== undefined) return validateObjectMetaUpdate(now, canonicalMetadata(old), path)
      return validateObjectMeta(
        now,
        { requiresNamespace: this.#facts.namespaced, validateName: nameIsDNSSubdomain },
        path,
      )
    } catch (error) {
      return [invalid(path, object.metadata, messageOf(error))]
    }
  }
}

interface Judged {
  readonly object: object
  readonly old?: object
  readonly onTolerated?: ((error: FieldError) => void) | undefined
}

/** Errors after which rules are not run: they could fail for the wrong reason. */
const blocking: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

function notChecked(): FieldError {
  const detail =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'
  return invalid(FieldPath.empty(), null, detail)
}

function canonicalMetadata(object: { readonly metadata?: unknown }): object {
  return canonicalObjectMeta((object.metadata ?? {}) as JSONValue)
}
