import {
  getAnnotations,
  getCreationTimestamp,
  getDeletionTimestamp,
  getFinalizers,
  getGeneration,
  getLabels,
  getOwnerReferences,
  getSelfLink,
  getUID,
  setAnnotations,
  setDeletionTimestamp,
  setFinalizers,
  setGeneration,
  setLabels,
  setOwnerReferences,
  setSelfLink,
} from '../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { isZeroTime } from '../scalar/time.js'

/** Reports whether an object has a label, with any value. */
export function hasLabel(object: KubernetesObject, label: string): boolean {
  return Object.hasOwn(getLabels(object) ?? {}, label)
}

/** Sets a label, leaving the others as they are. */
export function setLabel(object: KubernetesObject, label: string, value: string): void {
  setLabels(object, withEntry(getLabels(object), label, value))
}

/** Reports whether an object has an annotation, with any value. */
export function hasAnnotation(object: KubernetesObject, annotation: string): boolean {
  return Object.hasOwn(getAnnotations(object) ?? {}, annotation)
}

/** Sets an annotation, leaving the others as they are. */
export function setAnnotation(object: KubernetesObject, annotation: string, value: string): void {
  setAnnotations(object, withEntry(getAnnotations(object), annotation, value))
}

/** Reports whether an object has what only a server sets: a UID or the time of its creation. */
export function hasObjectMetaSystemFieldValues(object: KubernetesObject): boolean {
  const created = getCreationTimestamp(object)
  return getUID(object) !== '' || (created !== '' && !isZeroTime(created))
}

/**
 * Copies metadata of the stored object that an update of the status must not change. Managed fields stay: they record the
 * update.
 */
export function resetObjectMetaForStatus(object: KubernetesObject, existing: KubernetesObject): void {
  setDeletionTimestamp(object, getDeletionTimestamp(existing))
  setGeneration(object, getGeneration(existing))
  setSelfLink(object, getSelfLink(existing))
  setLabels(object, getLabels(existing))
  setAnnotations(object, getAnnotations(existing))
  setFinalizers(object, getFinalizers(existing))
  const references = getOwnerReferences(existing)
  setOwnerReferences(object, references.length === 0 ? undefined : references)
}

function withEntry(
  entries: Readonly<Record<string, string>> | undefined,
  key: string,
  value: string,
): Record<string, string> {
  // A computed key makes an own property of any name, `__proto__` included.
  return { ...entries, [key]: value }
}
