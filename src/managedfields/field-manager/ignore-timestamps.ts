import { deepEqual } from '../../descriptor/deep-equal.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
import { isTypedObject, type KubernetesObject, kindClassOf } from '../../runtime/objects/typed-object.js'
import { isUnstructured, unstructuredContent } from '../../runtime/objects/unstructured.js'
import { equalValues } from '../field-path/value.js'
import { managedFieldsOf, withManagedFields } from './object-metadata.js'

/**
 * Ignores a change of nothing but the times of managed fields: gives `next` the times of `live` if the two are otherwise
 * equal. An API server calls this before it stores an applied object.
 */
export function ignoreManagedFieldsTimestamps<T extends KubernetesObject>(next: T, live: KubernetesObject): T {
  const nextEntries = entriesOf(next)
  const liveEntries = entriesOf(live)
  if (nextEntries.length === 0 || nextEntries.length !== liveEntries.length) return next
  if (nextEntries.every(({ time }, i) => time === liveEntries[i]?.time)) return next
  const timesTaken = nextEntries.map((entry, i) => withTime(entry, liveEntries[i]?.time))
  if (!equalValues(timesTaken, liveEntries)) return next
  const result = withManagedFields(next, timesTaken)
  return equalObjects(withManagedFields(next, undefined), withManagedFields(live, undefined)) ? result : next
}

function entriesOf(object: KubernetesObject): JSONObject[] {
  const entries = managedFieldsOf(object)
  return Array.isArray(entries) && entries.every(isJSONObject) ? entries : []
}

/** The entry with another time, in its place. */
function withTime(entry: JSONObject, time: JSONValue | undefined): JSONObject {
  if (time !== undefined) return { ...entry, time }
  const { time: _, ...others } = entry
  return others
}

/** Objects of a class are equal as Go's structs are, where empty is as good as absent. */
function equalObjects(a: KubernetesObject, b: KubernetesObject): boolean {
  if (!isTypedObject(a) || isUnstructured(a)) return equalValues(unstructuredContent(a), unstructuredContent(b))
  return deepEqual(kindClassOf(a).descriptor, a, b)
}
