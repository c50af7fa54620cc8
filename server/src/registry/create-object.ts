import { beforeCreate, fillSystemMetadata } from 'apimachinery/api/strategies'
import { deepCopy } from 'apimachinery/descriptor'
import { isAlreadyExists, newGenerateNameConflict, newInternalError, StatusError } from 'apimachinery/errors'
import { ensureMetadata, newSimpleNameGenerator } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import { keyError } from '../storage/storage-error.js'
import type { StoredObject } from '../storage/stored-object.js'
import { storedOrAbsent } from '../storage/stored-or-absent.js'
import { decorated } from './decorated.js'
import { dryRunResult, isDryRun } from './dry-run.js'
import type { Encodable } from './encodable.js'
import { readMetadata } from './read-metadata.js'
import type { CreateRequest } from './resource-storage.js'
import { type StoreRequest, storageFailure, strategyContext } from './store-operation.js'
import type { FinishHook } from './store-options.js'

interface Creation<T extends KubernetesObject> extends StoreRequest<T>, CreateRequest<T> {
  readonly object: T
}

const maxNameGenerationAttempts = 8

/** Creates an object; a generated name that is taken is generated again, at most eight times. */
export async function createObject<T extends KubernetesObject>(creation: Creation<T>): Promise<Encodable<T>> {
  const { generateName, name } = readMetadata(creation.object)
  if (!generateName || name) return createOnce(creation)
  for (let attempt = 1; ; attempt++) {
    try {
      return await createOnce({ ...creation, object: deepCopy(creation.object) })
    } catch (error) {
      if (attempt >= maxNameGenerationAttempts || !isAlreadyExists(error)) throw error
    }
  }
}

async function createOnce<T extends KubernetesObject>(creation: Creation<T>): Promise<Encodable<T>> {
  const { store, context, object, options } = creation
  return finishOnce(await beginCreate(creation), async (finish) => {
    await prepareCreation(creation)
    const key = store.keys.object(context.namespace, readMetadata(object).name ?? '')
    const created = await put(creation, key).catch((error) => refused(creation, key, error))
    await finish(true)
    store.hooks.afterCreate?.(created.object, options)
    return decorated(created, store.hooks)
  })
}

/** System metadata, name, and the hook that begins a creation. */
export async function beginCreate<T extends KubernetesObject>({
  store,
  context,
  object,
  options,
}: Creation<T>): Promise<FinishHook> {
  fillSystemMetadata(object, { now: new Date(context.clock.now()), uid: globalThis.crypto.randomUUID() })
  const metadata = ensureMetadata(object)
  const { generateName } = metadata
  if (generateName && !metadata.name) {
    metadata.name = store.strategy.generateName?.(generateName) ?? newSimpleNameGenerator().generateName(generateName)
  }
  return (await store.hooks.beginCreate?.(context, object, options)) ?? (() => undefined)
}

/** The strategy, then validating admission. */
export async function prepareCreation<T extends KubernetesObject>({
  store,
  context,
  object,
  validate,
}: Creation<T>): Promise<void> {
  const warnings = beforeCreate(store.strategy, object, strategyContext(store, context))
  for (const warning of warnings) context.warnings?.addWarning('', warning)
  await validate?.(object)
}

/** Ends a begun hook once: with what the step says, else as failed. */
export async function finishOnce<R>(begun: FinishHook, step: (finish: FinishHook) => Promise<R>): Promise<R> {
  let ended = false
  const finish: FinishHook = async (success) => {
    if (ended) return
    ended = true
    await begun(success)
  }
  try {
    return await step(finish)
  } finally {
    await finish(false)
  }
}

async function put<T extends KubernetesObject>(
  { store, context: { signal, latencies }, object, options }: Creation<T>,
  key: string,
): Promise<StoredObject<T> | Encodable<T>> {
  if (!isDryRun(options)) {
    return store.storage.create(key, object, { signal, latencies, ttl: store.hooks.ttl?.(object, undefined) })
  }
  if ((await storedOrAbsent(store.storage, key)) !== undefined) throw keyError('KeyExists', key)
  return dryRunResult(store, object)
}

/** Says more about a name that is taken: it was generated, or its owner is being deleted. */
async function refused<T extends KubernetesObject>(creation: Creation<T>, key: string, error: unknown): Promise<never> {
  const failure = creationFailure(creation, error)
  if (!isAlreadyExists(failure)) throw failure
  const taken = await creation.store.storage.get(key).catch(() => undefined)
  if (taken === undefined || !readMetadata(taken.object).deletionTimestamp) throw failure
  const { status } = failure as StatusError
  throw new StatusError({ ...status, message: `object is being deleted: ${status.message}` }, { cause: error })
}

/**
 * What the storage threw for a new object, as a `Status`; a name that is taken may have been generated.
 *
 * Source: `CheckGeneratedNameError` of k8s.io/apiserver/pkg/registry/rest.
 */
export function creationFailure<T extends KubernetesObject>(
  { store, context, object }: StoreRequest<T> & { readonly object: T },
  error: unknown,
  name: string = readMetadata(object).name ?? '',
): unknown {
  const { generateName } = readMetadata(object)
  const failure = storageFailure({ store, context }, 'create', { error, name })
  if (!isAlreadyExists(failure) || !generateName) return failure
  const { info } = context
  if (info === undefined) return newInternalError(failure)
  return newGenerateNameConflict(
    { group: store.strategy.type.groupVersionKind.group, resource: info.resource },
    name,
    1,
  )
}
