import { MachineryError } from '../../errors/machinery-error.js'
import { isJSONObject, presentKeys } from '../../json/json-value.js'
import { isTypedObject, type KubernetesObject } from '../../runtime/objects/typed-object.js'
import { isUnstructured, Unstructured } from '../../runtime/objects/unstructured.js'
import { Conflicts } from '../merge/conflicts.js'
import { contextError, inContext } from '../merge/wrap-error.js'
import { newConflictError } from './conflict-error.js'
import { decodeManagedFields, emptyManaged, encodeManagedFields, type Managed } from './managed.js'
import type { Change, Manager } from './manager.js'
import { hasObjectMeta, managedFieldsOf, withManagedFields } from './object-metadata.js'

/** The manager of a change. */
export interface ManagerOptions {
  /** Name of the field manager. */
  readonly manager: string
}

/** The manager of an update, and how errors are handled. */
export interface UpdateNoErrorsOptions extends ManagerOptions {
  readonly onError?: (error: unknown) => void
}

/** The manager of an apply request. */
export interface ApplyOptions extends ManagerOptions {
  /** Takes fields that others own away from them instead of failing. Default: false. */
  readonly force?: boolean
}

/**
 * Keeps `metadata.managedFields` of the objects of one kind, and applies configurations. Make one with
 * newDefaultFieldManager. Objects given to it are never changed; results may share parts with them.
 */
export class FieldManager {
  readonly #manager: Manager
  readonly #subresource: string

  constructor(manager: Manager, subresource = '') {
    this.#manager = manager
    this.#subresource = subresource
  }

  /**
   * The object that is to replace `live`, with its managed fields: for create (then `live` is empty), update and patch.
   *
   * @throws MachineryError when the objects do not conform to their schema.
   */
  update<T extends KubernetesObject>(live: KubernetesObject, next: T, { manager }: ManagerOptions): T {
    if (!hasObjectMeta(live) || !hasObjectMeta(next)) return next
    const managed = this.#managedFor(live, next)
    const change = this.#manager.update({
      live: withoutEntries(live),
      next: withManagedFields(next, undefined),
      managed,
      manager,
    })
    return encode(change) as T
  }

  /** As {@link FieldManager.update}; when that fails, `next` without managed fields. */
  updateNoErrors<T extends KubernetesObject>(live: KubernetesObject, next: T, options: UpdateNoErrorsOptions): T {
    try {
      return this.update(live, next, options)
    } catch (error) {
      options.onError?.(error)
      return withManagedFields(next, undefined)
    }
  }

  /**
   * The live object with `config` applied to it and the managed fields that result. The manager owns exactly the fields
   * that `config` has: zero values that Go would add to an instance of a class are not among them.
   *
   * @throws StatusError with code 409 when others own changed fields, 400 for another kind or version and for managed
   * fields in `config`.
   * @throws MachineryError when the objects do not conform to their schema.
   */
  apply<T extends KubernetesObject>(live: T, config: KubernetesObject, { manager, force = false }: ApplyOptions): T {
    if (!hasObjectMeta(live)) {
      throw new MachineryError(
        'InvalidObject',
        "couldn't get accessor: object does not implement the Object interfaces",
      )
    }
    const managed = inContext('failed to decode managed fields', () => decodeManagedFields(managedFieldsOf(live)))
    try {
      const request = { live: withoutEntries(live), config: asUnstructured(config), managed, manager, force }
      return encode(this.#manager.apply(request)) as T
    } catch (error) {
      if (error instanceof Conflicts) throw newConflictError(error)
      throw error
    }
  }

  /**
   * The owners before an update: those of the new object, unless it has none, or the request is for a subresource, which
   * must not set them.
   */
  #managedFor(live: KubernetesObject, next: KubernetesObject): Managed {
    if (this.#subresource !== '') return decodeOrEmpty(live)
    const entries = managedFieldsOf(next)
    if (isReset(entries)) return emptyManaged()
    const managed = decodeOrEmpty(next)
    return managed.fields.size === 0 ? decodeOrEmpty(live) : managed
  }
}

/**
 * The live object, which need not be searched for its managed fields. Where it has some a place is kept for them: metadata
 * that holds nothing else does not disappear.
 */
function withoutEntries(live: KubernetesObject): KubernetesObject {
  return managedFieldsOf(live) === undefined ? live : withManagedFields(live, [])
}

/** The applied configuration is its JSON; its class does not matter. */
function asUnstructured(config: KubernetesObject): KubernetesObject {
  return isTypedObject(config) && !isUnstructured(config) ? new Unstructured(config) : config
}

/** Entries that cannot be read are as good as none. */
function decodeOrEmpty(object: KubernetesObject): Managed {
  try {
    return decodeManagedFields(managedFieldsOf(object))
  } catch {
    return emptyManaged()
  }
}

/** An empty list, or a list of one empty entry, resets the managed fields. */
function isReset(entries: unknown): boolean {
  if (!Array.isArray(entries)) return false
  return (
    entries.length === 0 || (entries.length === 1 && isJSONObject(entries[0]) && presentKeys(entries[0]).length === 0)
  )
}

function encode({ object, managed }: Change): KubernetesObject {
  try {
    return withManagedFields(object, encodeManagedFields(managed))
  } catch (error) {
    throw contextError('failed to encode managed fields: failed to convert back managed fields to API', error)
  }
}
