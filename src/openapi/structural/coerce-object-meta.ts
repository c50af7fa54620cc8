import { checkValue, newCheckState } from '../../descriptor/check-json.js'
import { guardDepth } from '../../descriptor/guard-depth.js'
import { typePlan } from '../../descriptor/json-plan.js'
import { readJSON } from '../../descriptor/read-json.js'
import { canonicalize } from '../../descriptor/to-canonical-json.js'
import { messageOf } from '../../errors/message-of.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { type JSONObject, type JSONValue, setOwn } from '../../json/json-value.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { objectMetaDescriptor } from '../../meta/v1/descriptors.gen.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import { FieldPath } from '../../validation/field-path.js'
import { asResourceRoot, hasEmbedded, type Structural } from './structural.js'

/** How {@link coerceObjectMeta} proceeds. */
export interface CoerceOptions {
  /** The value is a whole object. Default: true. */
  readonly isResourceRoot?: boolean
  /** Drops metadata fields of a wrong type instead of refusing them. Default: false. */
  readonly dropInvalidFields?: boolean
  /** Reports fields of the metadata that ObjectMeta does not have. Default: false. */
  readonly returnUnknownFieldPaths?: boolean
  readonly path?: FieldPath
}

/** Result of {@link coerceObjectMeta}. */
export interface CoerceResult {
  readonly error: FieldError | undefined
  /** Paths of fields that ObjectMeta does not have, sorted. They are removed. */
  readonly unknown: readonly string[]
}

/**
 * Normalizes the metadata of a resource and of every `x-kubernetes-embedded-resource` below it as a server does, in place:
 * fields that ObjectMeta does not have are removed, times and zero values get their canonical form.
 */
export function coerceObjectMeta(
  value: JSONValue | object,
  schema: Structural,
  options: CoerceOptions = {},
): CoerceResult {
  const coercer = new Coercer(options)
  const root = options.isResourceRoot === false ? schema : asResourceRoot(schema)
  const error = coercer.coerce(value as JSONValue, root, options.path ?? FieldPath.empty())
  return { error, unknown: coercer.unknown.sort(compareStrings) }
}

class Coercer {
  readonly unknown: string[] = []
  readonly #drop: boolean
  readonly #report: boolean

  constructor(options: CoerceOptions) {
    this.#drop = options.dropInvalidFields ?? false
    this.#report = options.returnUnknownFieldPaths ?? false
  }

  /** The first problem; nothing is changed after it. */
  coerce(value: JSONValue, schema: Structural | undefined, path: FieldPath): FieldError | undefined {
    if (schema === undefined || typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value)) return hasEmbedded(schema.items) ? this.#items(value, schema, path) : undefined
    for (const name of Object.keys(value)) {
      const meta = schema.embeddedResource ? this.#metaField(value, name, path) : undefined
      if (meta !== undefined) return meta
      const property = schema.properties.get(name)
      const next = property ?? schema.additionalProperties?.schema
      if (!hasEmbedded(next) || !Object.hasOwn(value, name)) continue
      const place = property === undefined ? path.key(name) : path.child(name)
      const error = this.coerce(value[name]!, next, place)
      if (error !== undefined) return error
    }
    return undefined
  }

  #items(list: readonly JSONValue[], schema: Structural, path: FieldPath): FieldError | undefined {
    for (const [i, item] of list.entries()) {
      const error = this.coerce(item, schema.items, path.index(i))
      if (error !== undefined) return error
    }
    return undefined
  }

  #metaField(object: JSONObject, name: string, path: FieldPath): FieldError | undefined {
    if (name === 'metadata') return this.#metadata(object, path)
    if ((name !== 'apiVersion' && name !== 'kind') || typeof object[name] === 'string') return undefined
    if (!this.#drop) return invalid(path.child(name), object[name], 'must be a string')
    delete object[name]
    return undefined
  }

  #metadata(object: JSONObject, path: FieldPath): FieldError | undefined {
    const { metadata } = object
    try {
      object.metadata = this.#canonical(metadata as JSONValue, path.child('metadata'))
    } catch (error) {
      if (!this.#drop) return invalid(path.child('metadata'), metadata, messageOf(error))
    }
    return undefined
  }

  #canonical(metadata: JSONValue, path: FieldPath): JSONValue {
    try {
      const canonical = canonicalObjectMeta(metadata)
      if (this.#report) this.#recordUnknown(metadata, path)
      return canonical
    } catch (error) {
      if (!this.#drop || typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) throw error
      return this.#fieldByField(metadata, path)
    }
  }

  #fieldByField(metadata: JSONObject, path: FieldPath): JSONValue {
    const good: JSONObject = {}
    for (const [name, value] of Object.entries(metadata)) {
      try {
        canonicalObjectMeta({ [name]: value })
        setOwn(good, name, value)
      } catch {
        // The caller asked to drop fields of a wrong type.
      }
    }
    if (this.#report) this.#recordUnknown(good, path)
    return canonicalObjectMeta(good)
  }

  #recordUnknown(metadata: JSONValue, path: FieldPath): void {
    if (isAllKnown(metadata)) return
    const { findings } = readJSON(objectMetaDescriptor, stringifyJSON(metadata), { mode: 'strict' })
    for (const finding of findings) this.unknown.push(`${path}.${finding.path}`)
  }
}

/** Reports whether strict reading of the metadata would find nothing; may return false where it would not either. */
function isAllKnown(metadata: JSONValue): boolean {
  const state = newCheckState({ strict: true, exact: true })
  return guardDepth(() => checkValue(typePlan(objectMetaDescriptor), metadata, state))
}

/** Metadata as Go holds it, without a zero `creationTimestamp`. */
export function canonicalObjectMeta(metadata: JSONValue): JSONObject {
  const canonical = canonicalWithGoError(metadata ?? {})
  if (canonical.creationTimestamp !== null) return canonical
  const { creationTimestamp: _, ...rest } = canonical
  return rest
}

/** Go reads the fields in the order of their names, and reports the first invalid one. */
function canonicalWithGoError(metadata: JSONValue): JSONObject {
  try {
    return canonicalize(objectMetaDescriptor, metadata) as JSONObject
  } catch {
    return readJSON(objectMetaDescriptor, stringifyJSON(metadata), { mode: 'canonical' }).value as JSONObject
  }
}
