import type { JSONObject, JSONValue } from '../../descriptor/types.js'
import { isMachineryError } from '../../errors/machinery-error.js'
import {
  nestedFieldNoCopy,
  nestedInt64,
  nestedNullCoercingStringMap,
  nestedString,
  nestedStringSlice,
} from './nested-field.js'
import { removeNestedField, setNestedField, setNestedSlice } from './set-nested-field.js'

/** Names of the string properties of object and list metadata. */
type MetadataText =
  | 'name'
  | 'namespace'
  | 'generateName'
  | 'uid'
  | 'resourceVersion'
  | 'selfLink'
  | 'continue'
  | 'creationTimestamp'
  | 'deletionTimestamp'

/** Names of the int64 properties of object and list metadata. */
type MetadataInteger = 'generation' | 'deletionGracePeriodSeconds' | 'remainingItemCount'

/** `metadata.name` and its like; empty when absent or no string. */
function text(object: object, field: MetadataText): string {
  return ignoringTypeErrors(() => nestedString(object, 'metadata', field)) ?? ''
}

function setText(object: object, field: MetadataText, value: string): void {
  if (value === '') removeNestedField(object, 'metadata', field)
  else setNestedField(object, value, 'metadata', field)
}

function integer(object: object, field: MetadataInteger): number | bigint | undefined {
  return ignoringTypeErrors(() => nestedInt64(object, 'metadata', field))
}

function setInteger(object: object, field: MetadataInteger, value: number | bigint | undefined): void {
  if (value === undefined) removeNestedField(object, 'metadata', field)
  else setNestedField(object, value, 'metadata', field)
}

/** Accessors treat data of the wrong type as absent, as in Go. */
function ignoringTypeErrors<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch (error) {
    if (isMachineryError(error, 'NestedField')) return undefined
    throw error
  }
}

/** `metadata.name`; empty when absent. */
export function getName(object: object): string {
  return text(object, 'name')
}
/** Sets `metadata.name`; empty removes it. */
export function setName(object: object, name: string): void {
  setText(object, 'name', name)
}

/** `metadata.namespace`; empty when absent. */
export function getNamespace(object: object): string {
  return text(object, 'namespace')
}
/** Sets `metadata.namespace`; empty removes it. */
export function setNamespace(object: object, namespace: string): void {
  setText(object, 'namespace', namespace)
}

/** `metadata.generateName`; empty when absent. */
export function getGenerateName(object: object): string {
  return text(object, 'generateName')
}
/** Sets `metadata.generateName`; empty removes it. */
export function setGenerateName(object: object, generateName: string): void {
  setText(object, 'generateName', generateName)
}

/** `metadata.uid`; empty when absent. */
export function getUID(object: object): string {
  return text(object, 'uid')
}
/** Sets `metadata.uid`; empty removes it. */
export function setUID(object: object, uid: string): void {
  setText(object, 'uid', uid)
}

/** `metadata.resourceVersion`; empty when absent. */
export function getResourceVersion(object: object): string {
  return text(object, 'resourceVersion')
}
/** Sets `metadata.resourceVersion`; empty removes it. */
export function setResourceVersion(object: object, resourceVersion: string): void {
  setText(object, 'resourceVersion', resourceVersion)
}

/** `metadata.selfLink`; empty when absent. */
export function getSelfLink(object: object): string {
  return text(object, 'selfLink')
}
/** Sets `metadata.selfLink`; empty removes it. */
export function setSelfLink(object: object, selfLink: string): void {
  setText(object, 'selfLink', selfLink)
}

/** `metadata.continue` of a list; empty when absent. */
export function getContinue(object: object): string {
  return text(object, 'continue')
}
/** Sets `metadata.continue` of a list; empty removes it. */
export function setContinue(object: object, token: string): void {
  setText(object, 'continue', token)
}

/** `metadata.creationTimestamp` as RFC 3339 text; empty when absent. */
export function getCreationTimestamp(object: object): string {
  return text(object, 'creationTimestamp')
}
/** Sets `metadata.creationTimestamp`; empty removes it. */
export function setCreationTimestamp(object: object, timestamp: string): void {
  setText(object, 'creationTimestamp', timestamp)
}

/** `metadata.deletionTimestamp` as RFC 3339 text; `undefined` when absent. */
export function getDeletionTimestamp(object: object): string | undefined {
  return text(object, 'deletionTimestamp') || undefined
}
/** Sets `metadata.deletionTimestamp`; `undefined` removes it. */
export function setDeletionTimestamp(object: object, timestamp: string | undefined): void {
  setText(object, 'deletionTimestamp', timestamp ?? '')
}

/** `metadata.generation`; 0 when absent. */
export function getGeneration(object: object): number | bigint {
  return integer(object, 'generation') ?? 0
}
/** Sets `metadata.generation`; 0 removes it. */
export function setGeneration(object: object, generation: number | bigint): void {
  setInteger(object, 'generation', Number(generation) === 0 ? undefined : generation)
}

/** `metadata.deletionGracePeriodSeconds`; `undefined` when absent. */
export function getDeletionGracePeriodSeconds(object: object): number | bigint | undefined {
  return integer(object, 'deletionGracePeriodSeconds')
}
/** Sets `metadata.deletionGracePeriodSeconds`; `undefined` removes it. */
export function setDeletionGracePeriodSeconds(object: object, seconds: number | bigint | undefined): void {
  setInteger(object, 'deletionGracePeriodSeconds', seconds)
}

/** `metadata.remainingItemCount` of a list; `undefined` when absent. */
export function getRemainingItemCount(object: object): number | bigint | undefined {
  return integer(object, 'remainingItemCount')
}
/** Sets `metadata.remainingItemCount` of a list; `undefined` removes it. */
export function setRemainingItemCount(object: object, count: number | bigint | undefined): void {
  setInteger(object, 'remainingItemCount', count)
}

/** A copy of `metadata.labels`, `null` values as `""`; `undefined` when absent or no map of strings. */
export function getLabels(object: object): Record<string, string> | undefined {
  return ignoringTypeErrors(() => nestedNullCoercingStringMap(object, 'metadata', 'labels') ?? undefined)
}
/** Sets `metadata.labels`; `undefined` removes them. */
export function setLabels(object: object, labels: Readonly<Record<string, string>> | undefined): void {
  setValue(object, 'labels', labels)
}

/** A copy of `metadata.annotations`, `null` values as `""`; `undefined` when absent or no map of strings. */
export function getAnnotations(object: object): Record<string, string> | undefined {
  return ignoringTypeErrors(() => nestedNullCoercingStringMap(object, 'metadata', 'annotations') ?? undefined)
}
/** Sets `metadata.annotations`; `undefined` removes them. */
export function setAnnotations(object: object, annotations: Readonly<Record<string, string>> | undefined): void {
  setValue(object, 'annotations', annotations)
}

/** A copy of `metadata.finalizers`; `undefined` when absent or no list of strings. */
export function getFinalizers(object: object): string[] | undefined {
  return ignoringTypeErrors(() => nestedStringSlice(object, 'metadata', 'finalizers'))
}
/** Sets `metadata.finalizers`; `undefined` removes them. */
export function setFinalizers(object: object, finalizers: readonly string[] | undefined): void {
  if (finalizers === undefined) removeNestedField(object, 'metadata', 'finalizers')
  else setNestedSlice(object, finalizers, 'metadata', 'finalizers')
}

/** The entries of `metadata.ownerReferences`, not copied; empty when absent or no list of objects. */
export function getOwnerReferences(object: object): readonly JSONObject[] {
  return objects(object, 'ownerReferences')
}
/** Sets `metadata.ownerReferences` to a copy; `undefined` removes them. */
export function setOwnerReferences(object: object, references: readonly object[] | undefined): void {
  setValue(object, 'ownerReferences', references)
}

/** The entries of `metadata.managedFields`, not copied; empty when absent or no list of objects. */
export function getManagedFields(object: object): readonly JSONObject[] {
  return objects(object, 'managedFields')
}
/** Sets `metadata.managedFields` to a copy; `undefined` removes them. */
export function setManagedFields(object: object, entries: readonly object[] | undefined): void {
  setValue(object, 'managedFields', entries)
}

function objects(object: object, field: string): readonly JSONObject[] {
  const value = ignoringTypeErrors(() => nestedFieldNoCopy(object, 'metadata', field))
  const isObject = (item: JSONValue): item is JSONObject => typeof item === 'object' && item !== null
  return Array.isArray(value) && value.every(isObject) ? value : []
}

function setValue(object: object, field: string, value: object | undefined): void {
  if (value === undefined) removeNestedField(object, 'metadata', field)
  else setNestedField(object, value, 'metadata', field)
}
