import {
  allowsUnconditionalUpdate,
  beforeUpdate,
  type UpdateHooks,
  wipeSystemMetadata,
} from 'apimachinery/api/strategies'
import { newConflict, newInvalid, newNotFound } from 'apimachinery/errors'
import { ignoreManagedFieldsTimestamps } from 'apimachinery/managedfields'
import { ensureMetadata } from 'apimachinery/meta'
import { CreateOptions, DeleteOptions, type UpdateOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { fieldPath, invalid } from 'apimachinery/validation'
import type { UpdateAttempt } from '../storage/storage.js'
import { isStorageError, StorageError } from '../storage/storage-error.js'
import type { StoredObject } from '../storage/stored-object.js'
import { beginCreate, creationFailure, finishOnce, prepareCreation } from './create-object.js'
import { decorated } from './decorated.js'
import { isDryRun } from './dry-run.js'
import { encodable } from './encodable.js'
import { readMetadata } from './read-metadata.js'
import type { UpdateRequest, UpdateResponse } from './resource-storage.js'
import {
  effectiveSettings,
  namedResource,
  type StoreRequest,
  storageFailure,
  strategyContext,
} from './store-operation.js'
import { writeUnlessDry } from './write-unless-dry.js'

/** One update on its way. */
export interface Update<T extends KubernetesObject> extends StoreRequest<T> {
  readonly name: string
  readonly request: UpdateRequest<T>
  /** Hooks of the subresource that is written, or the strategy itself. */
  readonly hooks: UpdateHooks<T>
  /** Never creates, independent of the request and the strategy. */
  readonly neverCreate?: boolean | undefined
}

export const optimisticLockMessage: string =
  'the object has been modified; please apply your changes to the latest version and try again'

/** Ends an update whose object has lost its last finalizer: it is to be deleted. */
class EmptiedFinalizers extends Error {
  override readonly name = 'EmptiedFinalizers'

  constructor(readonly object: KubernetesObject) {
    super('emptied finalizers')
  }
}

/** Changes an object, creates it where that is allowed, and deletes it when its last finalizer went. */
export async function updateObject<T extends KubernetesObject>(update: Update<T>): Promise<UpdateResponse<T>> {
  const { store, context, name, request } = update
  const { options, uid } = request
  const key = store.keys.object(context.namespace, name)
  const ignoreNotFound = allowsCreate(update)
  let creating: T | undefined
  const tryUpdate = async (current: StoredObject<T> | undefined): Promise<UpdateAttempt<T>> => {
    creating = undefined
    if (current === undefined && !ignoreNotFound) throw newNotFound(namedResource(store, context), name)
    const object = await request.updatedObject(current)
    if (current !== undefined) return changed(update, object, current)
    creating = object
    return createdByUpdate(update, object)
  }
  try {
    const preconditions = uid ? { uid } : undefined
    const result = await writeUnlessDry(store, context, { key, options, ignoreNotFound, preconditions, tryUpdate })
    if (creating !== undefined) store.hooks.afterCreate?.(result.object, createOptionsOf(options))
    else store.hooks.afterUpdate?.(result.object, options)
    return { result: decorated(result, store.hooks), created: creating !== undefined }
  } catch (error) {
    if (error instanceof EmptiedFinalizers) return deleteWithoutFinalizers(update, key, error.object as T)
    if (creating === undefined) throw storageFailure(update, 'update', { error, name })
    throw creationFailure({ store, context, object: creating }, error, name)
  }
}

function allowsCreate<T extends KubernetesObject>({ store, request, neverCreate }: Update<T>): boolean {
  if (neverCreate === true) return false
  return store.strategy.allowCreateOnUpdate === true || request.forceAllowCreate === true
}

async function createdByUpdate<T extends KubernetesObject>(
  { store, context, request }: Update<T>,
  object: T,
): Promise<UpdateAttempt<T>> {
  parseVersion(readMetadata(object).resourceVersion)
  // Earlier releases wipe it in requests to create alone.
  if (effectiveSettings(store).release.minor >= 37) wipeSystemMetadata(object)
  const options = createOptionsOf(request.options)
  const creation = { store, context, object, options, validate: request.validateCreate }
  return finishOnce(await beginCreate(creation), async (finish) => {
    await prepareCreation(creation)
    const ttl = store.hooks.ttl?.(object, undefined)
    await finish(true)
    return { object, ttl }
  })
}

async function changed<T extends KubernetesObject>(
  update: Update<T>,
  object: T,
  current: StoredObject<T>,
): Promise<UpdateAttempt<T>> {
  const { store, context, request, hooks } = update
  const old = current.object
  checkResourceVersion(update, object, current.revision)
  const begun = (await store.hooks.beginUpdate?.(context, object, old, request.options)) ?? (() => undefined)
  return finishOnce(begun, async (finish) => {
    const { strategy } = store
    const warnings = beforeUpdate({ strategy, hooks, object, old }, strategyContext(store, context))
    for (const warning of warnings) context.warnings?.addWarning('', warning)
    const next = ignoreManagedFieldsTimestamps(object, old)
    await request.validateUpdate?.(next, old)
    if (isFinished(next, old) && (store.hooks.shouldDeleteDuringUpdate?.(next, old) ?? true)) {
      throw new EmptiedFinalizers(next)
    }
    const ttl = store.hooks.ttl?.(next, undefined)
    await finish(true)
    return { object: next, ttl }
  })
}

/** Resource versions agree, or the strategy does not mind. */
function checkResourceVersion<T extends KubernetesObject>(
  { store, context, name }: Update<T>,
  object: T,
  current: number,
): void {
  const resource = namedResource(store, context)
  const version = parseVersion(readMetadata(object).resourceVersion)
  if (version === 0 && allowsUnconditionalUpdate(store.strategy, strategyContext(store, context))) {
    ensureMetadata(object).resourceVersion = String(current)
  } else if (version === 0) {
    const error = invalid(fieldPath('metadata', 'resourceVersion'), 0, 'must be specified for an update')
    throw newInvalid({ group: resource.group, kind: resource.resource }, name, [error])
  } else if (version !== current) {
    throw newConflict(resource, name, new Error(optimisticLockMessage))
  }
}

/** @throws StorageError with Go's message for an invalid version, which leads to status 500. */
function parseVersion(text: string | undefined): number {
  if (text === undefined || text === '') return 0
  if (/^[0-9]+$/.test(text)) return Number(text)
  throw new StorageError('Internal', `strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`)
}

/** The last finalizer of a deleted object was removed, and no grace period is left. */
function isFinished(object: KubernetesObject, old: KubernetesObject): boolean {
  const before = readMetadata(old)
  if ((readMetadata(object).finalizers ?? []).length > 0 || !before.deletionTimestamp) return false
  return (before.deletionGracePeriodSeconds ?? 0) === 0
}

async function deleteWithoutFinalizers<T extends KubernetesObject>(
  update: Update<T>,
  key: string,
  object: T,
): Promise<UpdateResponse<T>> {
  const { store, context, name, request } = update
  const { signal, latencies } = context
  const { dryRun } = request.options
  const preconditions = request.uid ? { uid: request.uid } : undefined
  let last = object
  try {
    if (!isDryRun(request.options)) {
      last = (await store.storage.delete(key, { signal, latencies, preconditions })).object
    }
  } catch (error) {
    if (!isStorageError(error, 'KeyNotFound')) throw storageFailure(update, 'delete', { error, name })
  }
  await store.hooks.afterDelete?.(last, new DeleteOptions(dryRun === undefined ? {} : { dryRun }))
  return { result: encodable(object), created: false }
}

function createOptionsOf({ dryRun, fieldManager, fieldValidation }: UpdateOptions): CreateOptions {
  return new CreateOptions({ dryRun, fieldManager, fieldValidation })
}
