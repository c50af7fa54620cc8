import { asError, isInvalid, isNotFound, MachineryError, messageOf, newAggregate } from 'apimachinery/errors'
import type { Selector } from 'apimachinery/labels'
import { getControllerOfNoCopy, newControllerRef } from 'apimachinery/meta'
import {
  getDeletionTimestamp,
  getLabels,
  getName,
  getNamespace,
  getUID,
  groupVersionKindOf,
  type KubernetesObject,
} from 'apimachinery/runtime'
import { isDeleting } from '../controller.js'

/** Who claims objects, and how they are changed. */
export interface ControllerRefManagerOptions<T extends KubernetesObject> {
  readonly owner: KubernetesObject
  readonly selector: Pick<Selector, 'matches'>
  /** What is claimed must match besides the selector. */
  readonly filter?: ((object: T) => boolean) | undefined
  /** Applies a strategic merge patch to an object. */
  readonly patch: (object: T, body: object) => Promise<unknown>
  /** Reads the owner from the server, once before the first adoption. */
  readonly fresh: () => Promise<KubernetesObject>
  /** Finalizers that an adopted object gets, and a released one loses. */
  readonly finalizers?: readonly string[] | undefined
}

/**
 * Adopts objects that nobody controls where they match the owner's selector, and releases those that no longer do.
 *
 * Source: `ClaimObject` of pkg/controller of Kubernetes.
 */
export class ControllerRefManager<T extends KubernetesObject> {
  readonly #options: ControllerRefManagerOptions<T>
  #mayAdopt: Promise<void> | undefined

  constructor(options: ControllerRefManagerOptions<T>) {
    this.#options = options
  }

  /** The objects that the owner controls afterwards, as they were before. @throws Aggregate of what could not be changed. */
  async claim(objects: readonly T[]): Promise<T[]> {
    const claimed: T[] = []
    const errors: Error[] = []
    for (const object of objects) {
      try {
        if (await this.#claims(object)) claimed.push(object)
      } catch (error) {
        errors.push(asError(error))
      }
    }
    const failed = newAggregate(errors)
    if (failed !== undefined) throw failed
    return claimed
  }

  /** Whether the owner controls an object that was or is its own. */
  async #claims(object: T): Promise<boolean> {
    const { owner } = this.#options
    const controller = getControllerOfNoCopy(object)
    if (controller !== undefined) {
      if (controller.uid !== getUID(owner)) return false
      if (this.#matches(object)) return true
      if (!isDeleting(owner)) await this.#release(object)
      return false
    }
    if (isDeleting(owner) || !this.#matches(object) || isDeleting(object)) return false
    if (getNamespace(owner) !== getNamespace(object)) return false
    return this.#adopt(object)
  }

  #matches(object: T): boolean {
    const { selector, filter } = this.#options
    return selector.matches(getLabels(object) ?? {}) && filter?.(object) !== false
  }

  async #adopt(object: T): Promise<boolean> {
    const { owner, finalizers, patch } = this.#options
    this.#mayAdopt ??= this.#checkOwner()
    await this.#mayAdopt.catch((error: unknown) => {
      const name = `${groupVersionKindOf(object).kind} ${getNamespace(object)}/${getName(object)}`
      throw new MachineryError('InvalidOwner', `can't adopt ${name} (${getUID(object)}): ${messageOf(error)}`)
    })
    const metadata = { uid: getUID(object), ownerReferences: [newControllerRef(owner)], finalizers }
    try {
      await patch(object, { metadata })
      return true
    } catch (error) {
      if (isNotFound(error)) return false
      throw error
    }
  }

  async #release(object: T): Promise<void> {
    const { owner, finalizers = [], patch } = this.#options
    const ownerReferences = [{ $patch: 'delete', uid: getUID(owner) }]
    const removed = finalizers.length > 0 && { '$deleteFromPrimitiveList/finalizers': finalizers }
    try {
      await patch(object, { metadata: { uid: getUID(object), ownerReferences, ...removed } })
    } catch (error) {
      // Gone, without owners, or another one of its name.
      if (!isNotFound(error) && !isInvalid(error)) throw error
    }
  }

  /** Makes sure that the owner was not deleted since its informer has seen it. */
  async #checkOwner(): Promise<void> {
    const { owner, fresh } = this.#options
    const name = `${getNamespace(owner)}/${getName(owner)}`
    const latest = await fresh().catch((error: unknown) => {
      throw new MachineryError('InvalidOwner', `can't recheck DeletionTimestamp: ${messageOf(error)}`)
    })
    if (getUID(latest) !== getUID(owner)) {
      const { kind } = groupVersionKindOf(owner)
      const uids = `got uid ${getUID(latest)}, wanted ${getUID(owner)}`
      throw new MachineryError(
        'InvalidOwner',
        `can't recheck DeletionTimestamp: original ${kind} ${name} is gone: ${uids}`,
      )
    }
    if (isDeleting(latest)) {
      throw new MachineryError('InvalidOwner', `${name} has just been deleted at ${getDeletionTimestamp(latest)}`)
    }
  }
}
