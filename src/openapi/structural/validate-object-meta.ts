import { isMachineryError } from '../../errors/machinery-error.js'
import type { JSONObject, JSONValue } from '../../json/json-value.js'
import { parseGroupVersion } from '../../schema/parse.js'
import { isDNS1035Label } from '../../validation/dns-names.js'
import { type FieldError, invalid, required } from '../../validation/field-error.js'
import { FieldPath } from '../../validation/field-path.js'
import { isPathSegmentName, isPathSegmentPrefix } from '../../validation/format-rules.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import { canonicalObjectMeta } from './coerce-object-meta.js'
import { asResourceRoot, hasEmbedded, type Structural } from './structural.js'

/** How {@link validateEmbeddedMeta} takes its input. */
export interface EmbeddedMetaOptions {
  /** The value itself is a whole object. Default: false, as its own metadata is checked elsewhere. */
  readonly isResourceRoot?: boolean
  readonly path?: FieldPath
}

/** Checks `apiVersion`, `kind` and `metadata` of every `x-kubernetes-embedded-resource` of a value. */
export function validateEmbeddedMeta(
  value: JSONValue | object,
  schema: Structural,
  options: EmbeddedMetaOptions = {},
): FieldError[] {
  const root = options.isResourceRoot === true ? asResourceRoot(schema) : schema
  return hasEmbedded(root) ? valueErrors(value as JSONValue, root, options.path ?? FieldPath.empty()) : []
}

function valueErrors(value: JSONValue, schema: Structural | undefined, path: FieldPath): FieldError[] {
  if (schema === undefined || typeof value !== 'object' || value === null || !hasEmbedded(schema)) return []
  if (Array.isArray(value)) return value.flatMap((item, i) => valueErrors(item, schema.items, path.index(i)))
  const errors = schema.embeddedResource ? resourceErrors(value, path) : []
  for (const [name, each] of Object.entries(value)) {
    const property = schema.properties.get(name)
    const next = property ?? schema.additionalProperties?.schema
    errors.push(...valueErrors(each, next, property === undefined ? path.key(name) : path.child(name)))
  }
  return errors
}

function resourceErrors(object: JSONObject, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  for (const name of ['apiVersion', 'kind']) {
    if (!Object.hasOwn(object, name)) errors.push(required(path.child(name), ''))
  }
  for (const [name, value] of Object.entries(object)) {
    if (name === 'apiVersion') errors.push(...apiVersionErrors(value, path.child(name)))
    else if (name === 'kind') errors.push(...kindErrors(value, path.child(name)))
    else if (name === 'metadata') errors.push(...metadataErrors(value, path.child(name)))
  }
  return errors
}

function apiVersionErrors(value: JSONValue, path: FieldPath): FieldError[] {
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')]
  if (value === '') return [invalid(path, value, 'must not be empty')]
  try {
    parseGroupVersion(value)
    return []
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return [invalid(path, value, error.message)]
  }
}

function kindErrors(value: JSONValue, path: FieldPath): FieldError[] {
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')]
  if (value === '') return [invalid(path, value, 'must not be empty')]
  const problems = isDNS1035Label(value.toLowerCase())
  if (problems.length === 0) return []
  return [invalid(path, value, `may have mixed case, but should otherwise match: ${problems.join(',')}`)]
}

function metadataErrors(value: JSONValue, path: FieldPath): FieldError[] {
  try {
    const metadata: { name?: string; namespace?: string } = canonicalObjectMeta(value)
    // A missing name is not the business of this check.
    const named = metadata.name ? metadata : { ...metadata, name: 'fakename' }
    const rules = { requiresNamespace: Boolean(metadata.namespace), validateName: pathSegment }
    return validateObjectMeta(named, rules, path)
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return [invalid(path, value, error.message)]
  }
}

function pathSegment(name: string, prefix: boolean): string[] {
  return prefix ? isPathSegmentPrefix(name) : isPathSegmentName(name)
}
