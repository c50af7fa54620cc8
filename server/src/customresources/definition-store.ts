import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { newConflict } from 'apimachinery/errors'
import { ensureMetadata } from 'apimachinery/meta'
import { timeFromDate } from 'apimachinery/scalar'
import { delegatedStore } from '../registry/delegated-store.js'
import { deleteCollection } from '../registry/delete-collection.js'
import { interpretStorageError } from '../registry/interpret-storage-error.js'
import { readMetadata } from '../registry/read-metadata.js'
import type { DeleteRequest, DeleteResponse, ListRequest, ResourceStorage } from '../registry/resource-storage.js'
import type { Store } from '../registry/store.js'
import { writeUnlessDry } from '../registry/write-unless-dry.js'
import type { RequestContext } from '../request/request-context.js'
import { preconditionsOf, unmetPrecondition } from '../storage/preconditions.js'
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
  const verbs = {
    list: (context: RequestContext, request: ListRequest) => store.list(context, request),
    delete: (context: RequestContext, name: string, request: DeleteRequest<CustomResourceDefinition>) =>
      deleteDefinition(store, context, { name, request }),
  }
  return delegatedStore(store, {
    delete: verbs.delete,
    // Upstream deletes collections below this, and keeps the objects of the definitions.
    deleteCollection: (context, request, list) => deleteCollection(verbs, context, { request, list, workers: 1 }),
  })
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
  const { uid = '', deletionTimestamp } = readMetadata(found)
  const unmet = unmetPrecondition(found, preconditionsOf(options.preconditions))
  if (unmet !== undefined) throw newConflict(store.resourceIn(context), name, new Error(unmet))
  options.preconditions = { ...options.preconditions, uid }
  if (deletionTimestamp !== undefined) return store.delete(context, name, request)
  return mark(store, context, { name, request })
}

async function mark(
  store: DefinitionStore,
  context: RequestContext,
  { name, request }: Deletion,
): Promise<DeleteResponse> {
  const { options, validate } = request
  try {
    const result = await writeUnlessDry(store.options, context, {
      key: store.keys.object(context.namespace, name),
      options,
      preconditions: preconditionsOf(options.preconditions),
      tryUpdate: async (current) => {
        const { object } = current!
        await validate?.(deepCopy(object))
        return { object: markedForDeletion(object, new Date(context.clock.now())) }
      },
    })
    return { result, deleted: false }
  } catch (error) {
    throw interpretStorageError(error, 'update', { resource: store.resourceIn(context), name })
  }
}

function markedForDeletion(current: CustomResourceDefinition, now: Date): CustomResourceDefinition {
  const definition = deepCopy(current)
  const metadata = ensureMetadata(definition)
  metadata.deletionTimestamp ??= timeFromDate(now)
  const finalizers = metadata.finalizers ?? []
  if (!finalizers.includes(cleanupFinalizer)) metadata.finalizers = [...finalizers, cleanupFinalizer]
  const message = 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon'
  setCondition(definition, { type: 'Terminating', status: 'True', reason: 'InstanceDeletionPending', message }, now)
  return definition
}
