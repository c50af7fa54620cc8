import type { JSONObject } from '../descriptor/types.js'
import { MachineryError } from '../errors/machinery-error.js'
import * as access from '../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { groupVersionKindOf, setGroupVersionKind } from '../runtime/scheme/kind-access.js'
import { parseGroupVersion } from '../schema/parse.js'
import { metadataKindOf } from './metadata-kind.js'
import type { OwnerReference } from './v1/types.gen.js'

/** `apiVersion` and `kind` of any object. */
export class TypeAccessor {
  protected readonly object: KubernetesObject

  constructor(object: KubernetesObject) {
    this.object = object
  }

  get kind(): string {
    return groupVersionKindOf(this.object).kind
  }
  set kind(kind: string) {
    setGroupVersionKind(this.object, groupVersionKindOf(this.object).groupVersion().withKind(kind))
  }

  get apiVersion(): string {
    return groupVersionKindOf(this.object).groupVersion().toString()
  }
  /** @throws {@link MachineryError} for a text with more than one slash. */
  set apiVersion(apiVersion: string) {
    setGroupVersionKind(this.object, parseGroupVersion(apiVersion).withKind(this.kind))
  }
}

/** The common metadata of objects and lists. Absent text is empty; setting empty text removes it. */
export class CommonAccessor extends TypeAccessor {
  get resourceVersion(): string {
    return access.getResourceVersion(this.object)
  }
  set resourceVersion(version: string) {
    access.setResourceVersion(this.object, version)
  }

  get selfLink(): string {
    return access.getSelfLink(this.object)
  }
  set selfLink(link: string) {
    access.setSelfLink(this.object, link)
  }
}

/** Metadata of a list. */
export class ListMetaAccessor extends CommonAccessor {
  get continue(): string {
    return access.getContinue(this.object)
  }
  set continue(token: string) {
    access.setContinue(this.object, token)
  }

  get remainingItemCount(): number | bigint | undefined {
    return access.getRemainingItemCount(this.object)
  }
  set remainingItemCount(count: number | bigint | undefined) {
    access.setRemainingItemCount(this.object, count)
  }
}

/**
 * Metadata of an object, typed or not, as properties that read and write it. Data of a wrong type reads as absent. Maps
 * and lists are copies: assign them to change them.
 */
export class ObjectMetaAccessor extends CommonAccessor {
  get name(): string {
    return access.getName(this.object)
  }
  set name(name: string) {
    access.setName(this.object, name)
  }

  get namespace(): string {
    return access.getNamespace(this.object)
  }
  set namespace(namespace: string) {
    access.setNamespace(this.object, namespace)
  }

  get generateName(): string {
    return access.getGenerateName(this.object)
  }
  set generateName(base: string) {
    access.setGenerateName(this.object, base)
  }

  get uid(): string {
    return access.getUID(this.object)
  }
  set uid(uid: string) {
    access.setUID(this.object, uid)
  }

  get generation(): number | bigint {
    return access.getGeneration(this.object)
  }
  set generation(generation: number | bigint) {
    access.setGeneration(this.object, generation)
  }

  /** RFC 3339. */
  get creationTimestamp(): string {
    return access.getCreationTimestamp(this.object)
  }
  set creationTimestamp(timestamp: string) {
    access.setCreationTimestamp(this.object, timestamp)
  }

  /** RFC 3339; absent unless the object was deleted. */
  get deletionTimestamp(): string | undefined {
    return access.getDeletionTimestamp(this.object)
  }
  set deletionTimestamp(timestamp: string | undefined) {
    access.setDeletionTimestamp(this.object, timestamp)
  }

  get deletionGracePeriodSeconds(): number | bigint | undefined {
    return access.getDeletionGracePeriodSeconds(this.object)
  }
  set deletionGracePeriodSeconds(seconds: number | bigint | undefined) {
    access.setDeletionGracePeriodSeconds(this.object, seconds)
  }

  get labels(): Record<string, string> | undefined {
    return access.getLabels(this.object)
  }
  set labels(labels: Readonly<Record<string, string>> | undefined) {
    access.setLabels(this.object, labels)
  }

  get annotations(): Record<string, string> | undefined {
    return access.getAnnotations(this.object)
  }
  set annotations(annotations: Readonly<Record<string, string>> | undefined) {
    access.setAnnotations(this.object, annotations)
  }

  get finalizers(): string[] | undefined {
    return access.getFinalizers(this.object)
  }
  set finalizers(finalizers: readonly string[] | undefined) {
    access.setFinalizers(this.object, finalizers)
  }

  get ownerReferences(): readonly OwnerReference[] {
    return access.getOwnerReferences(this.object) as unknown as readonly OwnerReference[]
  }
  set ownerReferences(references: readonly OwnerReference[] | undefined) {
    access.setOwnerReferences(this.object, references)
  }

  get managedFields(): readonly JSONObject[] {
    return access.getManagedFields(this.object)
  }
  set managedFields(entries: readonly object[] | undefined) {
    access.setManagedFields(this.object, entries)
  }
}

/**
 * Metadata of an object of any kind that is not a list.
 *
 * @throws {@link MachineryError} `NotAnObject` for lists and for kinds without object metadata.
 */
export function accessor(object: KubernetesObject): ObjectMetaAccessor {
  if (metadataKindOf(object) === 'object') return new ObjectMetaAccessor(object)
  throw new MachineryError('NotAnObject', 'object does not implement the Object interfaces')
}

/**
 * Metadata of a list.
 *
 * @throws {@link MachineryError} `NotAList` for kinds without list metadata.
 */
export function listAccessor(list: KubernetesObject): ListMetaAccessor {
  if (metadataKindOf(list) === 'list') return new ListMetaAccessor(list)
  throw new MachineryError('NotAList', 'object does not implement the List interfaces')
}

/**
 * The common metadata of objects and lists.
 *
 * @throws {@link MachineryError} `NotAnObject` for kinds without metadata.
 */
export function commonAccessor(object: KubernetesObject): CommonAccessor {
  if (metadataKindOf(object) !== 'none') return new CommonAccessor(object)
  const message = 'object does not implement the common interface for accessing the SelfLink'
  throw new MachineryError('NotAnObject', message)
}

/** `apiVersion` and `kind` of any object. */
export function typeAccessor(object: KubernetesObject): TypeAccessor {
  return new TypeAccessor(object)
}
