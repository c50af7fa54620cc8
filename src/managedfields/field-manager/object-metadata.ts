import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
import { assignOwn } from '../../runtime/objects/assign-own.js'
import { getName, getNamespace } from '../../runtime/objects/object-accessors.js'
import { withMembers } from '../../runtime/objects/shallow-copy.js'
import { isTypedObject, type KubernetesObject, kindClassOf } from '../../runtime/objects/typed-object.js'
import { isUnstructured } from '../../runtime/objects/unstructured.js'
import { groupVersionKindOf } from '../../runtime/scheme/kind-access.js'
import { memberOf } from '../field-path/value.js'

/** Reports whether objects like this one have the metadata that holds managed fields. */
export function hasObjectMeta(object: KubernetesObject): boolean {
  if (!isTypedObject(object) || isUnstructured(object)) return true
  const { descriptor } = kindClassOf(object)
  const metadata = descriptor.propertyByName.get('metadata')?.type
  return metadata?.kind === 'struct' && metadata.propertyByName.has('managedFields')
}

/** `metadata.managedFields`, unchanged; `undefined` if absent or `null`. */
export function managedFieldsOf(object: KubernetesObject): JSONValue | undefined {
  const metadata = memberOf(object as object as JSONObject, 'metadata')
  return isJSONObject(metadata) ? (memberOf(metadata, 'managedFields') ?? undefined) : undefined
}

/**
 * A copy of the object's first levels with other managed fields; everything below is shared. Metadata that is not an
 * object, which only an unstructured object can have, stays unchanged.
 */
export function withManagedFields<T extends KubernetesObject>(
  object: T,
  entries: readonly JSONObject[] | undefined,
): T {
  const metadata = memberOf(object as object as JSONObject, 'metadata')
  if (metadata !== undefined && !isJSONObject(metadata) && isUnstructured(object)) return object
  if (entries === undefined && (!isJSONObject(metadata) || !Object.hasOwn(metadata, 'managedFields'))) return object
  const copy: JSONObject = {}
  if (isJSONObject(metadata)) assignOwn(copy, metadata)
  if (entries === undefined) delete copy.managedFields
  else copy.managedFields = entries as JSONObject[]
  return withMembers(object, { metadata: copy })
}

/** Namespace, name and kind for messages: `ns/name; apps/v1, Kind=Deployment`. */
export function describeObject(object: KubernetesObject): string {
  return `${getNamespace(object)}/${getName(object)}; ${groupVersionKindOf(object)}`
}
