import { deepCopy } from 'apimachinery/descriptor'
import { deletionPropagationOf, finalizersForPropagation } from 'apimachinery/meta'
import { type DeleteOptions, Status } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { RequestContext } from '../request/request-context.js'
import type { Preconditions, UpdateAttempt } from '../storage/storage.js'
import { isStorageError } from '../storage/storage-error.js'
import type { StoredObject } from '../storage/stored-object.js'
import { beforeDelete, type Gracefulness, markAsDeleting } from './before-delete.js'
import { isDryRun } from './dry-run.js'
import { type Encodable, encodable } from './encodable.js'
import { interpretStorageError } from './interpret-storage-error.js'
import { metadataOf, readMetadata } from './metadata-of.js'
import { checkPreconditions } from './preconditions.js'
import type { DeleteRequest, DeleteResponse } from './resource-storage.js'
import type { StoreParts } from './store-parts.js'
import { writeUnlessDry } from './write-unless-dry.js'

interface Deletion<T extends KubernetesObject> {
  readonly name: string
  readonly request: DeleteRequest<T>
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
export async function deleteObject<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { name, request }: Deletion<T>,
): Promise<DeleteResponse> {
  const { options } = request
  const key = store.keys.object(context.namespace, name)
  const found = await store.translated('delete', { context, name }, () =>
    store.storage.get(key, { signal: context.signal, latencies: context.latencies }),
  )
  const object = deepCopy(found.object)
  const { graceful, pending } = checkDeletion(store, context, { object, options })
  if (pending) return { result: await finalResult(store, context, { object, options, last: false }), deleted: false }
  const place = { store, context, key, name, request, object, preconditions: preconditionsOf(options) }
  const waits =
    graceful ||
    (metadataOf(object).finalizers ?? []).length > 0 ||
    changesFinalizers(store, context, { object, options })
  return waits ? deleteInSteps(place) : remove(place)
}

interface Place<T extends KubernetesObject> extends Deletion<T> {
  readonly store: StoreParts<T>
  readonly context: RequestContext
  readonly key: string
  /** The object as it was at the start. */
  readonly object: T
  readonly preconditions: Preconditions
  /** The object with the mark of its deletion, where it was written. */
  readonly marked?: Encodable<T> | undefined
}

/** Marks the object, and removes it at once if no finalizer or grace period delays that. */
async function deleteInSteps<T extends KubernetesObject>(place: Place<T>): Promise<DeleteResponse> {
  const { store, context, name, object, request, preconditions } = place
  const { options } = request
  let waitsForFinalizers = false
  let seconds = 0
  const tryUpdate = async (current: StoredObject<T> | undefined): Promise<UpdateAttempt<T>> => {
    const next = deepCopy((current as StoredObject<T>).object)
    await request.validate?.(next)
    const { graceful, pending } = checkDeletion(store, context, { object: next, options })
    if (pending) throw new EndOfUpdate('already-deleting')
    setFinalizers(store, context, { object: next, options })
    waitsForFinalizers = (metadataOf(next).finalizers ?? []).length > 0
    if (!graceful && !waitsForFinalizers) throw new EndOfUpdate('delete-now')
    if (!graceful) markAsDeleting(next, new Date(context.clock.now()))
    else seconds = options.gracePeriodSeconds ?? 0
    return { object: next }
  }
  try {
    const marked = await writeUnlessDry(store, context, { key: place.key, options, preconditions, tryUpdate })
    if (waitsForFinalizers || seconds > 0) {
      return { result: 'key' in marked ? store.shown(marked) : marked, deleted: false }
    }
    const { resourceVersion } = readMetadata(marked.object)
    const next =
      preconditions.resourceVersion === undefined || resourceVersion === undefined
        ? preconditions
        : { ...preconditions, resourceVersion }
    return remove({ ...place, marked, preconditions: next })
  } catch (error) {
    if (!(error instanceof EndOfUpdate)) {
      throw interpretStorageError(error, 'update', { resource: store.resourceIn(context), name })
    }
    if (error.verdict === 'delete-now') return remove(place)
    return { result: await finalResult(store, context, { object, options, last: true }), deleted: false }
  }
}

async function remove<T extends KubernetesObject>(place: Place<T>): Promise<DeleteResponse> {
  const { store, context, key, name, request, preconditions, marked } = place
  const { options } = request
  if (isDryRun(options) && marked !== undefined) return { result: marked, deleted: true }
  try {
    const object = isDryRun(options) ? await dryRemove(place) : await reallyRemove(place)
    return { result: await finalResult(store, context, { object, options, last: true }), deleted: true }
  } catch (error) {
    if (marked !== undefined && isStorageError(error, 'KeyNotFound')) {
      return {
        result: await finalResult(store, context, { object: marked.object, options, last: true }),
        deleted: true,
      }
    }
    throw interpretStorageError(error, 'delete', { resource: store.resourceIn(context), name })
  }

  async function dryRemove({ request: { validate } }: Place<T>): Promise<T> {
    const { object } = await store.storage.get(key)
    checkPreconditions(key, object, preconditions)
    await validate?.(object)
    return object
  }

  async function reallyRemove({ request: { validate } }: Place<T>): Promise<T> {
    const deleted = await store.storage.delete(key, {
      preconditions,
      signal: context.signal,
      latencies: context.latencies,
      ...(validate !== undefined && { validate }),
    })
    return deleted.object
  }
}

interface Checked<T extends KubernetesObject> {
  readonly object: T
  readonly options: DeleteOptions
}

function checkDeletion<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, options }: Checked<T>,
): Gracefulness {
  const { hooks } = store
  const checkGraceful =
    hooks.checkGracefulDelete === undefined
      ? undefined
      : (next: T, of: DeleteOptions) => hooks.checkGracefulDelete?.(context, next, of) === true
  return beforeDelete(object, options, { type: store.type, now: new Date(context.clock.now()), checkGraceful })
}

/** The finalizers that the propagation policy of a deletion leaves an object. */
function finalizersFor<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, options }: Checked<T>,
): readonly string[] {
  const present = metadataOf(object).finalizers ?? []
  if (!store.options.garbageCollection) return present
  const { strategy } = store.options
  const byDefault = strategy.defaultGarbageCollection?.(store.strategyContext(context)) ?? 'background'
  if (byDefault === 'unsupported') return finalizersForPropagation(object, 'Background')
  const policy = deletionPropagationOf(object, options, byDefault === 'orphan' ? 'Orphan' : 'Background')
  return finalizersForPropagation(object, policy)
}

function changesFinalizers<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  checked: Checked<T>,
): boolean {
  const present = metadataOf(checked.object).finalizers ?? []
  const wanted = finalizersFor(store, context, checked)
  return wanted.length !== present.length || wanted.some((finalizer) => !present.includes(finalizer))
}

function setFinalizers<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  checked: Checked<T>,
): void {
  if (!changesFinalizers(store, context, checked)) return
  const finalizers = [...finalizersFor(store, context, checked)]
  const metadata = metadataOf(checked.object)
  if (finalizers.length === 0) delete metadata.finalizers
  else metadata.finalizers = finalizers
}

function preconditionsOf({ preconditions }: DeleteOptions): Preconditions {
  return {
    ...(preconditions?.uid && { uid: preconditions.uid }),
    ...(preconditions?.resourceVersion && { resourceVersion: preconditions.resourceVersion }),
  }
}

/** The deleted object, or a `Status` that names it. */
async function finalResult<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, options, last }: Checked<T> & { readonly last: boolean },
): Promise<Encodable> {
  if (last) await store.hooks.afterDelete?.(object, options)
  if (store.deleteReturnsObject) {
    const copy = deepCopy(object)
    store.hooks.decorate?.(copy)
    return encodable(copy)
  }
  const { name = '', uid = '' } = readMetadata(object)
  const { group, resource } = store.resourceIn(context)
  return encodable(new Status({ status: 'Success', details: { name, group, kind: resource, uid } }))
}
