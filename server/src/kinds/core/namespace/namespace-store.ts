import type { Namespace } from 'apimachinery/api/core/v1'
import { deepCopy } from 'apimachinery/descriptor'
import { newConflict } from 'apimachinery/errors'
import { deletionPropagationOf, ensureMetadata, finalizersForPropagation } from 'apimachinery/meta'
import type { DeleteOptions } from 'apimachinery/meta/v1'
import { timeFromDate } from 'apimachinery/scalar'
import { delegatedStore } from '../../../registry/delegated-store.js'
import { encodable } from '../../../registry/encodable.js'
import { interpretStorageError } from '../../../registry/interpret-storage-error.js'
import { readMetadata } from '../../../registry/read-metadata.js'
import type { DeleteRequest, DeleteResponse, ResourceStorage } from '../../../registry/resource-storage.js'
import type { Store } from '../../../registry/store.js'
import { SubresourceStore } from '../../../registry/subresource-store.js'
import { writeUnlessDry } from '../../../registry/write-unless-dry.js'
import type { RequestContext } from '../../../request/request-context.js'
import { preconditionsOf, unmetPrecondition } from '../../../storage/preconditions.js'

const resource = { group: '', resource: 'namespaces' }

/**
 * Namespaces: a deletion marks them as terminating, and they are removed when they are empty and `spec.finalizers` is
 * empty.
 *
 * Source: pkg/registry/core/namespace/storage of Kubernetes.
 */
export function namespaceStore(store: Store<Namespace>): ResourceStorage<Namespace> {
  return delegatedStore(store, {
    delete: (context, name, request) => deleteNamespace(store, context, { name, request }),
    deleteCollection: undefined,
  })
}

/** The subresource `finalize`, which is only ever put. */
export function namespaceFinalizeStore(store: Store<Namespace>): ResourceStorage<Namespace> {
  const hooks = store.options.strategy.subresources?.finalize
  if (hooks === undefined) throw new Error('namespaces have no finalize')
  const writes = new SubresourceStore(store, hooks, { hasTable: false })
  const { type, namespaced, resetFields, table } = writes
  return {
    type,
    namespaced,
    resetFields,
    table,
    update: (context, name, request) => writes.update(context, name, request),
  }
}

/** A namespace with `spec.finalizers` is kept when its last finalizer of the metadata is removed. */
export function isNamespaceFinished({ spec }: Namespace): boolean {
  return (spec?.finalizers ?? []).length === 0
}

interface Deletion {
  readonly name: string
  readonly request: DeleteRequest<Namespace>
}

async function deleteNamespace(
  store: Store<Namespace>,
  context: RequestContext,
  { name, request }: Deletion,
): Promise<DeleteResponse> {
  const { object: namespace } = await store.get(context, name, {})
  const { options } = request
  requireUID(namespace, options)
  if (!readMetadata(namespace).deletionTimestamp) return terminate(store, context, { name, request })
  if (!isNamespaceFinished(namespace)) return { result: encodable(namespace), deleted: false }
  return store.delete(context, name, request)
}

/** From here on only this very namespace is deleted, not one of its name that came after it. */
function requireUID(namespace: Namespace, options: DeleteOptions): void {
  const { name = '', uid = '' } = readMetadata(namespace)
  const preconditions = { ...options.preconditions }
  preconditions.uid ??= uid
  options.preconditions = preconditions
  const unmet = unmetPrecondition(namespace, preconditions)
  if (unmet !== undefined) throw newConflict(resource, name, new Error(unmet))
}

async function terminate(
  store: Store<Namespace>,
  context: RequestContext,
  { name, request: { options, validate } }: Deletion,
): Promise<DeleteResponse> {
  try {
    const result = await writeUnlessDry(store.options, context, {
      key: store.keys.object('', name),
      options,
      preconditions: preconditionsOf(options.preconditions),
      tryUpdate: async (current) => {
        const next = deepCopy(current!.object)
        await validate?.(deepCopy(next))
        markAsTerminating(next, { options, now: new Date(context.clock.now()) })
        return { object: next }
      },
    })
    return { result, deleted: false }
  } catch (error) {
    throw interpretStorageError(error, 'update', { resource, name })
  }
}

function markAsTerminating(
  namespace: Namespace,
  { options, now }: { readonly options: DeleteOptions; readonly now: Date },
): void {
  const metadata = ensureMetadata(namespace)
  metadata.deletionTimestamp ??= timeFromDate(now)
  namespace.status = { ...namespace.status, phase: 'Terminating' }
  const finalizers = finalizersForPropagation(namespace, deletionPropagationOf(namespace, options))
  if (finalizers.length > 0) metadata.finalizers = finalizers
  else delete metadata.finalizers
}
