import { MachineryError, messageOf } from 'apimachinery/errors'
import type { JSONObject, JSONValue } from 'apimachinery/json'
import type { Schema, TypeConverter, TypedValue, TypeRef } from 'apimachinery/managedfields'
import { Unstructured, unstructuredContent } from 'apimachinery/runtime'

/**
 * An object with a configuration merged into it, as server-side apply does, without owners.
 *
 * Source: `ApplyStructuredMergeDiff` of k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch.
 * @throws MachineryError for a configuration that does not conform to the kind, or changes an atomic list, map or struct.
 */
export function applyConfiguration(types: TypeConverter, content: JSONObject, configuration: JSONObject): JSONObject {
  const { apiVersion, kind } = content
  const patch = typedOf('patch object', () => {
    return types.objectToTyped(new Unstructured({ ...configuration, apiVersion, kind }))
  })
  const atomics = [...atomicsOf(patch.value, patch.schema, { ref: patch.typeRef, path: '' })]
  if (atomics.length > 0) {
    const list = atomics.join(', ')
    throw new MachineryError(
      'InvalidApplyConfiguration',
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${list}`,
    )
  }
  const live = typedOf('original object', () =>
    types.objectToTyped(new Unstructured(content), { allowDuplicates: true }),
  )
  return unstructuredContent(types.typedToObject(live.merge(patch)))
}

function typedOf(what: string, make: () => TypedValue): TypedValue {
  try {
    return make()
  } catch (error) {
    throw new MachineryError(
      'InvalidApplyConfiguration',
      `failed to convert ${what} to typed object: ${messageOf(error)}`,
    )
  }
}

interface Place {
  readonly ref: TypeRef
  readonly path: string
}

/** The paths of lists, maps and structs that are replaced as a whole. */
function* atomicsOf(value: JSONValue, schema: Schema, { ref, path }: Place): Generator<string> {
  const atom = schema.resolve(ref)
  if (atom === undefined || value === null || typeof value !== 'object') return
  if (Array.isArray(value)) {
    const { list } = atom
    if (list === undefined) return
    if (list.elementRelationship !== 'associative') yield path
    for (const [index, item] of value.entries()) {
      yield* atomicsOf(item, schema, { ref: list.elementType, path: `${path}[${index}]` })
    }
    return
  }
  const { map } = atom
  if (map === undefined) return
  if (map.elementRelationship === 'atomic') yield path
  for (const [name, each] of Object.entries(value)) {
    const field = map.findField(name)?.type ?? map.elementType
    if (field !== undefined) yield* atomicsOf(each, schema, { ref: field, path: `${path}.${name}` })
  }
}
