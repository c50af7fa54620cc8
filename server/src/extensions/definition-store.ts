import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { newConflict } from 'apimachinery/errors'
import { timeFromDate } from 'apimachinery/scalar'
import { delegatedStore } from '../registry/delegated-store.js'
import { deleteCollection } from '../registry/delete-collection.js'
import { dryRunResult, isDryRun } from '../registry/dry-run.js'
import { interpretStorageError } from '../registry/interpret-storage-error.js'
import { metadataOf, readMetadata } from '../registry/metadata-of.js'
import { checkPreconditions } from '../registry/preconditions.js'
import type { DeleteRequest, DeleteResponse, ResourceStorage } from '../registry/resource-storage.js'
import type { Store } from '../registry/store.js'
import type { RequestContext } from '../request/request-context.js'
import { setCondition } from './definition-conditions.js'

/** Keeps a definition until its objects are deleted. */
export const cleanupFinalizer = 'customresourcecleanup.apiextensions.k8s.io'

type DefinitionStore = Store<CustomResourceDefinition>

/**
 * The storage object of definitions: deleting one first marks it, so that its objects go before it.
 *
 * Source: `REST.Delete` of k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition.
 */
export function definitionStorage(store: DefinitionStore): ResourceStorage<CustomResourceDefinition> {
  const storage: ResourceStorage<CustomResourceDefinition> = delegatedStore(store, {
    delete: (context, name, request) => deleteDefinition(store, context, { name, request }),
    // Upstream deletes collections below this, and keeps the objects of the definitions.
    deleteCollection: (context, request, list) => deleteCollection(storage, context, { request, list, workers: 1 }),
  })
  return storage
}

interface Deletion {
  readonly name: string
  readonly request: DeleteRequest<CustomResourceDefinition>
}

async function deleteDefinition(
  store: DefinitionStore,
  context: RequestContext,
  { name, request }: Deletion,
): Promise<DeleteResponse> {
  const { options } = request
  const { object: found } = await store.get(context, name, {})
  const { uid = '', resourceVersion = '', deletionTimestamp } = readMetadata(found)
  const wanted = options.preconditions ?? {}
  const conflict = (what: string, expected: string, actual: string): Error => {
    const message = `Precondition failed: ${what} in precondition: ${expected}, ${what} in object meta: ${actual}`
    return newConflict(store.resourceIn(context), name, new Error(message))
  }
  if (wanted.uid && wanted.uid !== uid) throw conflict('UID', wanted.uid, uid)
  if (wanted.resourceVersion && wanted.resourceVersion !== resourceVersion) {
    throw conflict('ResourceVersion', wanted.resourceVersion, resourceVersion)
  }
  options.preconditions = { ...wanted, uid }
  if (deletionTimestamp !== undefined) return store.delete(context, name, request)
  return mark(store, context, { name, request })
}

async function mark(
  store: DefinitionStore,
  context: RequestContext,
  { name, request }: Deletion,
): Promise<DeleteResponse> {
  const { uid, resourceVersion } = request.options.preconditions ?? {}
  const preconditions = { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) }
  const key = store.keys.object(context.namespace, name)
  const marked = async (current: CustomResourceDefinition): Promise<CustomResourceDefinition> => {
    await request.validate?.(deepCopy(current))
    return markedForDeletion(current, new Date(context.clock.now()))
  }
  try {
    if (isDryRun(request.options)) {
      const current = await store.storage.get(key)
      checkPreconditions(key, current.object, preconditions)
      return { result: await dryRunResult(store, await marked(current.object)), deleted: false }
    }
    const { stored } = await store.storage.guaranteedUpdate(key, {
      preconditions,
      signal: context.signal,
      tryUpdate: async (current) => ({ object: await marked((current as NonNullable<typeof current>).object) }),
    })
    return { result: stored, deleted: false }
  } catch (error) {
    throw interpretStorageError(error, 'update', { resource: store.resourceIn(context), name })
  }
}

function markedForDeletion(current: CustomResourceDefinition, now: Date): CustomResourceDefinition {
  const definition = deepCopy(current)
  const metadata = metadataOf(definition)
  metadata.deletionTimestamp ??= timeFromDate(now)
  const finalizers = metadata.finalizers ?? []
  if (!finalizers.includes(cleanupFinalizer)) metadata.finalizers = [...finalizers, cleanupFinalizer]
  const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon'
  setCondition(definition, { type: 'Terminating', status: 'True', reason: 'InstanceDeletionPending', message }, now)
  return definition
}
