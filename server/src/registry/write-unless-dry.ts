import type { KubernetesObject } from 'apimachinery/runtime'
import type { RequestContext } from '../request/request-context.js'
import type { Preconditions, UpdateAttempt } from '../storage/storage.js'
import type { StoredObject } from '../storage/stored-object.js'
import { dryRunResult, isDryRun } from './dry-run.js'
import type { Encodable } from './encodable.js'
import { checkPreconditions } from './preconditions.js'
import type { StoreParts } from './store-parts.js'

/** One change of a stored object. */
export interface StoredChange<T extends KubernetesObject> {
  readonly key: string
  /** Of the request: they say whether it is a dry run. */
  readonly options: { readonly dryRun?: readonly string[] | null | undefined }
  readonly preconditions?: Preconditions | undefined
  /** The new object for the stored one, which it must not change. What it throws ends the change. */
  readonly tryUpdate: (current: StoredObject<T> | undefined) => Promise<UpdateAttempt<T>>
}

/**
 * Changes a stored object without the strategy, or only says what the change would make of it in a dry run.
 * @throws StorageError as the storage does.
 */
export async function writeUnlessDry<T extends KubernetesObject>(
  store: StoreParts<T>,
  { signal, latencies }: RequestContext,
  { key, options, preconditions = {}, tryUpdate }: StoredChange<T>,
): Promise<StoredObject<T> | Encodable<T>> {
  if (isDryRun(options)) {
    const current = await store.storage.get(key)
    checkPreconditions(key, current.object, preconditions)
    return dryRunResult(store, (await tryUpdate(current)).object)
  }
  return (await store.storage.guaranteedUpdate(key, { preconditions, tryUpdate, signal, latencies })).stored
}
