import type { KubernetesObject } from 'apimachinery/runtime'
import type { RequestContext } from '../request/request-context.js'
import { checkPreconditions } from '../storage/preconditions.js'
import type { Preconditions, UpdateAttempt } from '../storage/storage.js'
import type { StoredObject } from '../storage/stored-object.js'
import { storedOrAbsent } from '../storage/stored-or-absent.js'
import { dryRunResult, isDryRun } from './dry-run.js'
import type { Encodable } from './encodable.js'
import type { StoreOptions } from './store-options.js'

/** One change of a stored object. */
export interface StoredChange<T extends KubernetesObject> {
  readonly key: string
  /** Of the request: they say whether it is a dry run. */
  readonly options: { readonly dryRun?: readonly string[] | null | undefined }
  readonly preconditions?: Preconditions | undefined
  /** Whether an object that is not there is made; default false. */
  readonly ignoreNotFound?: boolean | undefined
  /** The new object for the stored one, which it must not change. What it throws ends the change. */
  readonly tryUpdate: (current: StoredObject<T> | undefined) => Promise<UpdateAttempt<T>>
}

/**
 * Changes a stored object without the strategy, or only says what the change would make of it in a dry run.
 * @throws StorageError as the storage does.
 */
export async function writeUnlessDry<T extends KubernetesObject>(
  store: Pick<StoreOptions<T>, 'storage' | 'asStored'>,
  { signal, latencies }: RequestContext,
  { options, ...change }: StoredChange<T>,
): Promise<StoredObject<T> | Encodable<T>> {
  const { storage } = store
  const { key, ignoreNotFound, preconditions, tryUpdate } = change
  if (!isDryRun(options)) return (await storage.guaranteedUpdate(key, { ...change, signal, latencies })).stored
  const current = ignoreNotFound ? await storedOrAbsent(storage, key) : await storage.get(key)
  checkDryPreconditions(key, current?.object, preconditions)
  return dryRunResult(store, (await tryUpdate(current)).object)
}

/**
 * Checks preconditions where no storage does it. Errors name the key as upstream's do there, without the prefix of the
 * storage (`/registry`).
 *
 * @throws StorageError `InvalidObject`.
 */
export function checkDryPreconditions(
  key: string,
  object: KubernetesObject | undefined,
  preconditions: Preconditions | undefined,
): void {
  checkPreconditions(key.replace(/^\/[^/]+(?=\/)/, ''), object, preconditions)
}
