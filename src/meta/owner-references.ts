import { MachineryError } from '../errors/machinery-error.js'
import { MissingKindError } from '../runtime/objects/missing-kind-error.js'
import {
  getName,
  getNamespace,
  getOwnerReferences,
  getUID,
  setOwnerReferences,
} from '../runtime/objects/object-accessors.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { groupVersionKindOf } from '../runtime/scheme/kind-access.js'
import type { GroupVersionKind } from '../schema/group-version-kind.js'
import { parseGroupVersion } from '../schema/parse.js'
import type { OwnerReference } from './v1/types.gen.js'

/** An object that another controller owns already. Code `AlreadyOwned`. */
export class AlreadyOwnedError extends MachineryError {
  override readonly name = 'AlreadyOwnedError'

  constructor(
    readonly object: KubernetesObject,
    readonly owner: OwnerReference,
  ) {
    const name = `${getNamespace(object)}/${getName(object)}`
    super('AlreadyOwned', `Object ${name} is already owned by another ${owner.kind} controller ${owner.name}`)
  }
}

/** The owner references of an object, not copied; empty when there are none. */
export function ownerReferencesOf(object: KubernetesObject): readonly OwnerReference[] {
  return getOwnerReferences(object) as unknown as readonly OwnerReference[]
}

/** A reference to the controller of an object: deleting the owner waits for the object. */
export function newControllerRef(
  owner: KubernetesObject,
  gvk: GroupVersionKind = requireOwnerKind(owner),
): OwnerReference {
  return { ...newOwnerRef(owner, gvk), controller: true, blockOwnerDeletion: true }
}

/** A reference to an owner of an object that is not its controller. */
export function newOwnerRef(owner: KubernetesObject, gvk: GroupVersionKind = requireOwnerKind(owner)): OwnerReference {
  return { ...gvk.toAPIVersionAndKind(), name: getName(owner), uid: getUID(owner) }
}

/** A copy of the reference to the controller of an object. */
export function getControllerOf(object: KubernetesObject): OwnerReference | undefined {
  const reference = getControllerOfNoCopy(object)
  return reference === undefined ? undefined : { ...reference }
}

/** The reference to the controller of an object: the first with `controller: true`. */
export function getControllerOfNoCopy(object: KubernetesObject): OwnerReference | undefined {
  return ownerReferencesOf(object).find(({ controller }) => controller === true)
}

/** Reports whether the controller of an object is `owner`, by its UID. */
export function isControlledBy(object: KubernetesObject, owner: KubernetesObject): boolean {
  const reference = getControllerOfNoCopy(object)
  return reference !== undefined && (reference.uid ?? '') === getUID(owner)
}

/**
 * Makes `owner` the controller of an object; a reference to the same owner is replaced. The owner is the first argument, as
 * in controller-runtime.
 *
 * @throws {@link AlreadyOwnedError} if the object has another controller.
 * @throws {@link MachineryError} `InvalidOwner` if the owner is in another namespace, or is namespaced and the object is
 * not.
 * @throws {@link MissingKindError} if the owner does not declare its kind.
 */
export function setControllerReference(owner: KubernetesObject, object: KubernetesObject): void {
  checkNamespaces(object, owner)
  const reference = newControllerRef(owner)
  const existing = getControllerOfNoCopy(object)
  if (existing !== undefined && !isSameOwner(existing, reference)) throw new AlreadyOwnedError(object, existing)
  putOwnerReference(object, reference)
}

/**
 * Makes `owner`, the first argument, an owner of an object, but not its controller; a reference to the same owner is
 * replaced.
 *
 * @throws as {@link setControllerReference}, except that several owners do not conflict.
 */
export function setOwnerReference(owner: KubernetesObject, object: KubernetesObject): void {
  checkNamespaces(object, owner)
  putOwnerReference(object, newOwnerRef(owner))
}

/** Removes the reference to `owner`, the first argument. @returns whether there was one. */
export function removeOwnerReference(owner: KubernetesObject, object: KubernetesObject): boolean {
  const reference = newOwnerRef(owner)
  const references = ownerReferencesOf(object)
  const kept = references.filter((each) => !isSameOwner(each, reference))
  if (kept.length === references.length) return false
  setOwnerReferences(object, kept.length === 0 ? undefined : kept)
  return true
}

/** Reports whether `owner` is among the owners of an object, by group, kind and name. */
export function hasOwnerReference(object: KubernetesObject, owner: KubernetesObject): boolean {
  const reference = newOwnerRef(owner)
  return ownerReferencesOf(object).some((each) => isSameOwner(each, reference))
}

function putOwnerReference(object: KubernetesObject, reference: OwnerReference): void {
  const references = [...ownerReferencesOf(object)]
  const index = references.findIndex((each) => isSameOwner(each, reference))
  if (index < 0) references.push(reference)
  else references[index] = reference
  setOwnerReferences(object, references)
}

function checkNamespaces(object: KubernetesObject, owner: KubernetesObject): void {
  const ownerNamespace = getNamespace(owner)
  const namespace = getNamespace(object)
  // An owner of the whole cluster may own anything.
  if (ownerNamespace === '' || ownerNamespace === namespace) return
  const message =
    namespace === ''
      ? `cluster-scoped resource must not have a namespace-scoped owner, owner's namespace ${ownerNamespace}`
      : `cross-namespace owner references are disallowed, owner's namespace ${ownerNamespace}, obj's namespace ${namespace}`
  throw new MachineryError('InvalidOwner', message, { path: 'metadata.ownerReferences' })
}

/** Versions of a group name the same owner. */
function isSameOwner(a: OwnerReference, b: OwnerReference): boolean {
  return a.kind === b.kind && a.name === b.name && groupOf(a) === groupOf(b)
}

function groupOf({ apiVersion }: OwnerReference): string {
  return parseGroupVersion(apiVersion).group
}

function requireOwnerKind(owner: KubernetesObject): GroupVersionKind {
  const gvk = groupVersionKindOf(owner)
  if (gvk.kind === '') throw new MissingKindError('owner has no kind')
  return gvk
}
