import { canonicalize } from '../../descriptor/to-canonical-json.js'
import { isMachineryError, MachineryError } from '../../errors/machinery-error.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
import type { KindRegistry } from '../../runtime/interfaces.js'
import { goTypeName } from '../../runtime/objects/go-value-text.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import { isUnstructuredClass, Unstructured, unstructuredContent } from '../../runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../../runtime/scheme/kind-access.js'
import { NotRegisteredError } from '../../runtime/scheme/not-registered-error.js'
import { GroupVersionKind } from '../../schema/group-version-kind.js'
import { DescriptorSchema } from '../schema/descriptor-schema.js'
import { kindsOfDefinition, type OpenAPISchemaOptions, schemaFromOpenAPI } from '../schema/from-openapi.js'
import { deducedParseableType, type ObjectToTypedOptions, ParseableType } from '../typed/parseable-type.js'
import type { TypedValue } from '../typed/typed-value.js'

/** Converts between objects and typed values. */
export interface TypeConverter {
  /**
   * The typed value of an object.
   *
   * @throws ValidationErrors; NotRegisteredError or `NoCorrespondingType` for kinds without a type.
   */
  objectToTyped(object: KubernetesObject, options?: ObjectToTypedOptions): TypedValue
  /** Makes an unstructured object. */
  typedToObject(value: TypedValue): KubernetesObject
}

function typedToObject({ value }: TypedValue): Unstructured {
  if (isJSONObject(value)) return new Unstructured(value)
  throw new MachineryError('InvalidObject', `failed to convert value to unstructured for type ${goTypeName(value)}`)
}

/** A converter that takes types from the descriptors of registered classes. */
export function newSchemeTypeConverter(scheme: KindRegistry): TypeConverter {
  const descriptors = new DescriptorSchema()
  return {
    objectToTyped(object, options) {
      const gvk = groupVersionKindOf(object)
      const type = scheme.classFor(gvk)
      if (type === undefined) throw new NotRegisteredError(scheme.name, { gvk })
      const typed = new ParseableType(descriptors.schema, descriptors.typeRef(type.descriptor))
      return typed.fromObject(object, { ...options, isOfClass: true })
    },
    typedToObject(value) {
      const object = typedToObject(value)
      const type = scheme.classFor(groupVersionKindOf(object))
      // Structs that became empty by merging are removed, as in Go, where the object is a struct again.
      if (type === undefined || isUnstructuredClass(type)) return object
      return new Unstructured(canonicalize(type.descriptor, unstructuredContent(object)) as JSONObject)
    },
  }
}

/**
 * A converter that takes types from OpenAPI definitions, which declare their kinds in `x-kubernetes-group-version-kind`.
 *
 * @throws MachineryError `InvalidOpenAPISchema`.
 */
export function newTypeConverter(
  definitions: Readonly<Record<string, JSONValue>>,
  options: OpenAPISchemaOptions = {},
): TypeConverter {
  const schema = schemaFromOpenAPI(definitions, options)
  const types = new Map<string, ParseableType>()
  for (const name of Object.keys(definitions)) {
    for (const { group, version, kind } of kindsOfDefinition(definitions[name])) {
      types.set(new GroupVersionKind(group, version, kind).toString(), ParseableType.named(schema, name))
    }
  }
  return {
    objectToTyped(object, validation) {
      const gvk = groupVersionKindOf(object)
      const type = types.get(gvk.toString())
      if (type === undefined) throw noCorrespondingType(gvk)
      return type.fromObject(object, validation)
    },
    typedToObject,
  }
}

/** A converter for kinds without a schema: maps are merged member by member, everything else as a whole. */
export function newDeducedTypeConverter(): TypeConverter {
  return {
    objectToTyped: (object, options) => deducedParseableType.fromObject(object, { ...options, isOfClass: true }),
    typedToObject,
  }
}

/** The error for a kind that has no type. Its code is `NoCorrespondingType`. */
export function noCorrespondingType(gvk: GroupVersionKind): MachineryError {
  return new MachineryError('NoCorrespondingType', `no corresponding type for ${gvk}`)
}

/** Reports whether `error` means that a kind has no schema. */
export function isNoCorrespondingType(error: unknown): boolean {
  return isMachineryError(error, 'NoCorrespondingType')
}
