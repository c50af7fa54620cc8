import { deepCopy } from 'apimachinery/descriptor'
import { deletionPropagationOf, ensureMetadata, finalizersForPropagation } from 'apimachinery/meta'
import { type DeleteOptions, Status } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { preconditionsOf } from '../storage/preconditions.js'
import type { Preconditions, UpdateAttempt } from '../storage/storage.js'
import { isStorageError } from '../storage/storage-error.js'
import type { StoredObject } from '../storage/stored-object.js'
import { beforeDelete, type Gracefulness, markAsDeleting } from './before-delete.js'
import { decorated } from './decorated.js'
import { isDryRun } from './dry-run.js'
import { type Encodable, encodable } from './encodable.js'
import { readMetadata } from './read-metadata.js'
import type { DeleteRequest, DeleteResponse } from './resource-storage.js'
import { namedResource, type StoreRequest, storageFailure, strategyContext } from './store-operation.js'
import { checkDryPreconditions, writeUnlessDry } from './write-unless-dry.js'

/** One deletion on its way. */
interface Deletion<T extends KubernetesObject> extends StoreRequest<T>, DeleteRequest<T> {
  readonly name: string
}

/** How a deletion ends before anything is removed. */
type Verdict = 'delete-now' | 'already-deleting'

class EndOfUpdate extends Error {
  override readonly name = 'EndOfUpdate'

  constructor(readonly verdict: Verdict) {
    super(verdict)
  }
}

/**
 * Deletes an object, or marks it when it has a grace period or finalizers.
 *
 * Source: `Store.Delete` of k8s.io/apiserver/pkg/registry/generic/registry.
 */
export async function deleteObject<T extends KubernetesObject>(deletion: Deletion<T>): Promise<DeleteResponse> {
  const { store, context, name, options } = deletion
  const { signal, latencies } = context
  const key = store.keys.object(context.namespace, name)
  const found = await store.storage.get(key, { signal, latencies }).catch((error) => {
    throw storageFailure(deletion, 'delete', { error, name })
  })
  const object = deepCopy(found.object)
  const { graceful, pending } = checkDeletion(deletion, object)
  if (pending) return { result: resultOf(deletion, object), deleted: false }
  const removal = { ...deletion, key, preconditions: preconditionsOf(options.preconditions) }
  const waits =
    graceful || (ensureMetadata(object).finalizers ?? []).length > 0 || newFinalizers(deletion, object) !== undefined
  return waits ? deleteInSteps(removal, object) : remove(removal)
}

interface Removal<T extends KubernetesObject> extends Deletion<T> {
  readonly key: string
  readonly preconditions: Preconditions
  /** The object with the mark of its deletion, where it was written. */
  readonly marked?: Encodable<T> | undefined
}

/** Marks the object, and removes it at once if no finalizer or grace period delays that. */
async function deleteInSteps<T extends KubernetesObject>(removal: Removal<T>, object: T): Promise<DeleteResponse> {
  const { store, context, key, name, options, preconditions } = removal
  let waitsForFinalizers = false
  let seconds = 0
  const tryUpdate = async (current: StoredObject<T> | undefined): Promise<UpdateAttempt<T>> => {
    const next = deepCopy(current!.object)
    await removal.validate?.(next)
    const { graceful, pending } = checkDeletion(removal, next)
    if (pending) throw new EndOfUpdate('already-deleting')
    setFinalizers(next, newFinalizers(removal, next))
    waitsForFinalizers = (ensureMetadata(next).finalizers ?? []).length > 0
    if (!graceful && !waitsForFinalizers) throw new EndOfUpdate('delete-now')
    if (!graceful) markAsDeleting(next, new Date(context.clock.now()))
    else seconds = options.gracePeriodSeconds ?? 0
    return { object: next }
  }
  try {
    const marked = await writeUnlessDry(store, context, { key, options, preconditions, tryUpdate })
    if (waitsForFinalizers || seconds > 0) return { result: decorated(marked, store.hooks), deleted: false }
    const { resourceVersion = preconditions.resourceVersion } = readMetadata(marked.object)
    const next = preconditions.resourceVersion === undefined ? preconditions : { ...preconditions, resourceVersion }
    return remove({ ...removal, marked, preconditions: next })
  } catch (error) {
    if (!(error instanceof EndOfUpdate)) throw storageFailure(removal, 'update', { error, name })
    return error.verdict === 'delete-now' ? remove(removal) : ended(removal, object, false)
  }
}

async function remove<T extends KubernetesObject>(removal: Removal<T>): Promise<DeleteResponse> {
  const { name, options, marked } = removal
  if (isDryRun(options) && marked !== undefined) return { result: marked, deleted: true }
  try {
    return await ended(removal, isDryRun(options) ? await dryRemoved(removal) : await removed(removal), true)
  } catch (error) {
    if (marked === undefined || !isStorageError(error, 'KeyNotFound')) {
      throw storageFailure(removal, 'delete', { error, name })
    }
    return ended(removal, marked.object, true)
  }
}

async function dryRemoved<T extends KubernetesObject>(removal: Removal<T>): Promise<T> {
  const { store, key, preconditions, validate } = removal
  const { object } = await store.storage.get(key)
  checkDryPreconditions(key, object, preconditions)
  await validate?.(object)
  return object
}

async function removed<T extends KubernetesObject>(removal: Removal<T>): Promise<T> {
  const { store, context, key, preconditions, validate } = removal
  const { signal, latencies } = context
  return (await store.storage.delete(key, { preconditions, signal, latencies, validate })).object
}

function checkDeletion<T extends KubernetesObject>({ store, context, options }: Deletion<T>, object: T): Gracefulness {
  const { hooks, strategy } = store
  const checkGraceful =
    hooks.checkGracefulDelete === undefined
      ? undefined
      : (next: T, of: DeleteOptions) => hooks.checkGracefulDelete?.(context, next, of) === true
  return beforeDelete(object, options, { type: strategy.type, now: new Date(context.clock.now()), checkGraceful })
}

/** The finalizers that the propagation policy of a deletion leaves an object; `undefined` where it keeps those that it has. */
function newFinalizers<T extends KubernetesObject>(
  { store, context, options }: Deletion<T>,
  object: T,
): readonly string[] | undefined {
  if (store.garbageCollection === false) return undefined
  const byDefault = store.strategy.defaultGarbageCollection?.(strategyContext(store, context)) ?? 'background'
  const policy =
    byDefault === 'unsupported'
      ? 'Background'
      : deletionPropagationOf(object, options, byDefault === 'orphan' ? 'Orphan' : 'Background')
  const wanted = finalizersForPropagation(object, policy)
  const present = ensureMetadata(object).finalizers ?? []
  const isSame = wanted.length === present.length && wanted.every((finalizer) => present.includes(finalizer))
  return isSame ? undefined : wanted
}

function setFinalizers(object: KubernetesObject, finalizers: readonly string[] | undefined): void {
  if (finalizers === undefined) return
  const metadata = ensureMetadata(object)
  if (finalizers.length === 0) delete metadata.finalizers
  else metadata.finalizers = [...finalizers]
}

/** Ends a deletion after which nothing more happens. */
async function ended<T extends KubernetesObject>(
  deletion: Deletion<T>,
  object: T,
  deleted: boolean,
): Promise<DeleteResponse> {
  await deletion.store.hooks.afterDelete?.(object, deletion.options)
  return { result: resultOf(deletion, object), deleted }
}

/** The deleted object, or a `Status` that names it. */
function resultOf<T extends KubernetesObject>({ store, context }: Deletion<T>, object: T): Encodable {
  if (store.returnsDeletedObject) {
    const copy = deepCopy(object)
    store.hooks.decorate?.(copy)
    return encodable(copy)
  }
  const { name = '', uid = '' } = readMetadata(object)
  const { group, resource } = namedResource(store, context)
  return encodable(new Status({ status: 'Success', details: { name, group, kind: resource, uid } }))
}
