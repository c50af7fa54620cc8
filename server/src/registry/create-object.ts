import { beforeCreate, fillSystemMetadata } from 'apimachinery/api/strategies'
import { deepCopy } from 'apimachinery/descriptor'
import { isAlreadyExists, newGenerateNameConflict, newInternalError, StatusError } from 'apimachinery/errors'
import type { CreateOptions } from 'apimachinery/meta/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { RequestContext } from '../request/request-context.js'
import { isStorageError, keyError } from '../storage/storage-error.js'
import type { StoredObject } from '../storage/stored-object.js'
import { dryRunResult, isDryRun } from './dry-run.js'
import type { Encodable } from './encodable.js'
import { metadataOf, readMetadata } from './metadata-of.js'
import type { CreateRequest } from './resource-storage.js'
import type { FinishHook } from './store-options.js'
import type { StoreParts } from './store-parts.js'

interface Creation<T extends KubernetesObject> {
  readonly object: T
  readonly request: CreateRequest<T>
}

const maxNameGenerationAttempts = 8

/** Creates an object; a generated name that is taken is generated again, at most eight times. */
export async function createObject<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  creation: Creation<T>,
): Promise<Encodable<T>> {
  const { generateName, name } = readMetadata(creation.object)
  if (!generateName || name) return createOnce(store, context, creation)
  for (let attempt = 1; ; attempt++) {
    try {
      return await createOnce(store, context, { ...creation, object: deepCopy(creation.object) })
    } catch (error) {
      if (attempt >= maxNameGenerationAttempts || !isAlreadyExists(error)) throw error
    }
  }
}

async function createOnce<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, request }: Creation<T>,
): Promise<Encodable<T>> {
  const { options, validate } = request
  return finishOnce(await beginCreate(store, context, { object, options }), async (finish) => {
    await prepareCreation(store, context, { object, validate })
    const name = readMetadata(object).name ?? ''
    const key = store.keys.object(context.namespace, name)
    const created = await store
      .translated('create', { context, name }, () => put(store, context, { key, object, options }))
      .catch((error) => refused(store, context, { key, object, error }))
    await finish(true)
    store.hooks.afterCreate?.(created.object, options)
    return 'key' in created ? store.shown(created) : created
  })
}

interface Begun<T extends KubernetesObject> {
  readonly object: T
  readonly options: CreateOptions
}

/** System metadata, name, and the hook that begins a creation. */
export async function beginCreate<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, options }: Begun<T>,
): Promise<FinishHook> {
  fillSystemMetadata(object, { now: new Date(context.clock.now()), uid: store.options.newUID() })
  const metadata = metadataOf(object)
  const { generateName } = metadata
  if (generateName && !metadata.name) {
    const { strategy, names } = store.options
    metadata.name = strategy.generateName?.(generateName) ?? names.generateName(generateName)
  }
  return (await store.hooks.beginCreate?.(context, object, options)) ?? (() => undefined)
}

/** The strategy, then validating admission. */
export async function prepareCreation<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { object, validate }: { readonly object: T; readonly validate: CreateRequest<T>['validate'] },
): Promise<void> {
  const warnings = beforeCreate(store.options.strategy, object, store.strategyContext(context))
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
  store: StoreParts<T>,
  { signal, latencies }: RequestContext,
  { key, object, options }: { readonly key: string; readonly object: T; readonly options: CreateOptions },
): Promise<StoredObject<T> | Encodable<T>> {
  if (isDryRun(options)) {
    if (await exists(store, key)) throw keyError('KeyExists', key)
    return dryRunResult(store, object)
  }
  const ttl = store.hooks.ttl?.(object, undefined)
  return store.storage.create(key, object, { signal, latencies, ...(ttl !== undefined && { ttl }) })
}

async function exists<T extends KubernetesObject>(store: StoreParts<T>, key: string): Promise<boolean> {
  try {
    await store.storage.get(key)
    return true
  } catch (error) {
    if (isStorageError(error, 'KeyNotFound')) return false
    throw error
  }
}

/** Says more about a name that is taken: it was generated, or its owner is being deleted. */
async function refused<T extends KubernetesObject>(
  store: StoreParts<T>,
  context: RequestContext,
  { key, object, error }: { readonly key: string; readonly object: T; readonly error: unknown },
): Promise<never> {
  const failure = nameConflict(store, context, { object, error })
  if (!isAlreadyExists(failure)) throw failure
  const taken = await store.storage.get(key).catch(() => undefined)
  if (taken === undefined || !readMetadata(taken.object).deletionTimestamp) throw failure
  const { status } = failure as StatusError
  throw new StatusError({ ...status, message: `object is being deleted: ${status.message}` }, { cause: error })
}

/** Source: `CheckGeneratedNameError` of k8s.io/apiserver/pkg/registry/rest. */
export function nameConflict<T extends KubernetesObject>(
  store: StoreParts<T>,
  { info }: RequestContext,
  { object, error }: { readonly object: T; readonly error: unknown },
): unknown {
  const { generateName, name = '' } = readMetadata(object)
  if (!isAlreadyExists(error) || !generateName) return error
  const { group } = store.type.groupVersionKind
  if (info === undefined) return newInternalError(error)
  return newGenerateNameConflict({ group, resource: info.resource }, name, 1)
}
