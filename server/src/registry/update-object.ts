import type { UpdateHooks } from 'apimachinery/api/strategies'
import { beforeUpdate, wipeSystemMetadata } from 'apimachinery/api/strategies'
import { newConflict, newInvalid, newNotFound } from 'apimachinery/errors'
import { ignoreManagedFieldsTimestamps } from 'apimachinery/managedfields'
import { CreateOptions, DeleteOptions, type UpdateOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import { fieldPath, invalid } from 'apimachinery/validation'
import type { RequestContext } from '../request/request-context.js'
import type { UpdateAttempt } from '../storage/storage.js'
import { isStorageError } from '../storage/storage-error.js'
import type { StoredObject } from '../storage/stored-object.js'
import { beginCreate, finishOnce, nameConflict, prepareCreation } from './create-object.js'
import { dryRunResult, isDryRun } from './dry-run.js'
import { type Encodable, encodable } from './encodable.js'
import { interpretStorageError } from './interpret-storage-error.js'
import { metadataOf, readMetadata } from './metadata-of.js'
import { checkPreconditions } from './preconditions.js'
import type { UpdateRequest, UpdateResponse } from './resource-storage.js'
import type { StoreParts } from './store-parts.js'

/** One update on its way. */
export interface Update<T extends KubernetesObject> {
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
export async function updateObject<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  update: Update<T>,
): Promise<UpdateResponse<T>> {
  const { name, request } = update
  const key = store.keys.object(context.namespace, name)
  let creating: T | undefined
  const tryUpdate = async (current: StoredObject<T> | undefined): Promise<UpdateAttempt<T>> => {
    creating = undefined
    if (current === undefined && !allowsCreate(store, update)) throw newNotFound(store.resourceIn(context), name)
    const object = await request.updatedObject(current)
    if (current !== undefined) return changed(store, context, { object, current, update })
    creating = object
    return createdByUpdate(store, context, { object, request })
  }
  try {
    const result = await write(store, context, { key, update, tryUpdate })
    return finished(store, { result, created: creating !== undefined, options: request.options })
  } catch (error) {
    if (error instanceof EmptiedFinalizers) {
      return deleteWithoutFinalizers(store, context, { key, name, object: error.object as T, request })
    }
    throw interpreted(store, context, { error, name, creating })
  }
}

function allowsCreate<T extends KubernetesObject>(store: StoreParts<T>, { request, neverCreate }: Update<T>): boolean {
  if (neverCreate === true) return false
  return store.options.strategy.allowCreateOnUpdate || request.forceAllowCreate === true
}

interface Write<T extends KubernetesObject> {
  readonly key: string
  readonly update: Update<T>
  readonly tryUpdate: (current: StoredObject<T> | undefined) => Promise<UpdateAttempt<T>>
}

async function write<T extends KubernetesObject>(
  store: StoreParts<T>,
  { signal, latencies }: RequestContext,
  { key, update, tryUpdate }: Write<T>,
): Promise<StoredObject<T> | Encodable<T>> {
  const { uid, options } = update.request
  const ignoreNotFound = allowsCreate(store, update)
  const preconditions = uid ? { uid } : undefined
  if (isDryRun(options)) {
    const current = await currentOf(store, key, ignoreNotFound)
    checkPreconditions(key, current?.object, preconditions)
    return dryRunResult(store, (await tryUpdate(current)).object)
  }
  const { stored } = await store.storage.guaranteedUpdate(key, {
    ignoreNotFound,
    tryUpdate,
    signal,
    latencies,
    ...(preconditions !== undefined && { preconditions }),
  })
  return stored
}

async function currentOf<T extends KubernetesObject>(
  store: StoreParts<T>,
  key: string,
  ignoreNotFound: boolean,
): Promise<StoredObject<T> | undefined> {
  try {
    return await store.storage.get(key)
  } catch (error) {
    if (ignoreNotFound && isStorageError(error, 'KeyNotFound')) return undefined
    throw error
  }
}

async function createdByUpdate<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, request }: { readonly object: T; readonly request: UpdateRequest<T> },
): Promise<UpdateAttempt<T>> {
  parseVersion(readMetadata(object).resourceVersion)
  wipeSystemMetadata(object)
  const options = createOptionsOf(request.options)
  return finishOnce(await beginCreate(store, context, { object, options }), async (finish) => {
    await prepareCreation(store, context, { object, validate: request.validateCreate })
    const ttl = store.hooks.ttl?.(object, undefined)
    await finish(true)
    return { object, ...(ttl !== undefined && { ttl }) }
  })
}

interface Change<T extends KubernetesObject> {
  readonly object: T
  readonly current: StoredObject<T>
  readonly update: Update<T>
}

async function changed<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, current, update }: Change<T>,
): Promise<UpdateAttempt<T>> {
  const { request, hooks, name } = update
  const old = current.object
  checkResourceVersion(store, context, { object, current, name })
  const begun = (await store.hooks.beginUpdate?.(context, object, old, request.options)) ?? (() => undefined)
  return finishOnce(begun, async (finish) => {
    const { strategy } = store.options
    const warnings = beforeUpdate({ strategy, hooks, object, old }, store.strategyContext(context))
    for (const warning of warnings) context.warnings?.addWarning('', warning)
    const next = ignoreManagedFieldsTimestamps(object, old)
    await request.validateUpdate?.(next, old)
    if (isFinished(next, old) && (store.hooks.shouldDeleteDuringUpdate?.(next, old) ?? true)) {
      throw new EmptiedFinalizers(next)
    }
    const ttl = store.hooks.ttl?.(next, undefined)
    await finish(true)
    return { object: next, ...(ttl !== undefined && { ttl }) }
  })
}

/** Resource versions agree, or the strategy does not mind. */
function checkResourceVersion<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, current, name }: { readonly object: T; readonly current: StoredObject<T>; readonly name: string },
): void {
  const resource = store.resourceIn(context)
  const version = parseVersion(readMetadata(object).resourceVersion)
  if (version === 0 && store.options.strategy.allowUnconditionalUpdate) {
    metadataOf(object).resourceVersion = String(current.revision)
  } else if (version === 0) {
    const error = invalid(fieldPath('metadata', 'resourceVersion'), 0, 'must be specified for an update')
    throw newInvalid({ group: resource.group, kind: resource.resource }, name, [error])
  } else if (version !== current.revision) {
    throw newConflict(resource, name, new Error(optimisticLockMessage))
  }
}

/** @throws Error with Go's message for an invalid version, which leads to status 500. */
function parseVersion(text: string | undefined): number {
  if (text === undefined || text === '') return 0
  if (/^[0-9]+$/.test(text)) return Number(text)
  throw new Error(`strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`)
}

/** The last finalizer of a deleted object was removed, and no grace period is left. */
function isFinished(object: KubernetesObject, old: KubernetesObject): boolean {
  const before = readMetadata(old)
  if ((readMetadata(object).finalizers ?? []).length > 0 || !before.deletionTimestamp) return false
  return (before.deletionGracePeriodSeconds ?? 0) === 0
}

interface Finishing<T extends KubernetesObject> {
  readonly key: string
  readonly name: string
  readonly object: T
  readonly request: UpdateRequest<T>
}

async function deleteWithoutFinalizers<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { key, name, object, request }: Finishing<T>,
): Promise<UpdateResponse<T>> {
  const options = new DeleteOptions(request.options.dryRun === undefined ? {} : { dryRun: request.options.dryRun })
  const preconditions = request.uid ? { uid: request.uid } : undefined
  let last = object
  try {
    if (!isDryRun(options)) {
      const deleted = await store.storage.delete(key, {
        signal: context.signal,
        latencies: context.latencies,
        ...(preconditions !== undefined && { preconditions }),
      })
      last = deleted.object
    }
  } catch (error) {
    if (!isStorageError(error, 'KeyNotFound')) {
      throw interpretStorageError(error, 'delete', { resource: store.resourceIn(context), name })
    }
  }
  await store.hooks.afterDelete?.(last, options)
  return { result: encodable(object), created: false }
}

function finished<T extends KubernetesObject>(
  store: StoreParts<T>,
  {
    result,
    created,
    options,
  }: {
    readonly result: StoredObject<T> | Encodable<T>
    readonly created: boolean
    readonly options: UpdateOptions
  },
): UpdateResponse<T> {
  if (created) store.hooks.afterCreate?.(result.object, createOptionsOf(options))
  else store.hooks.afterUpdate?.(result.object, options)
  return { result: 'key' in result ? store.shown(result) : result, created }
}

function interpreted<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { error, name, creating }: { readonly error: unknown; readonly name: string; readonly creating: T | undefined },
): unknown {
  const place = { resource: store.resourceIn(context), name }
  if (creating === undefined) return interpretStorageError(error, 'update', place)
  return nameConflict(store, context, { object: creating, error: interpretStorageError(error, 'create', place) })
}

function createOptionsOf({ dryRun, fieldManager, fieldValidation }: UpdateOptions): CreateOptions {
  return new CreateOptions({ dryRun, fieldManager, fieldValidation })
}
