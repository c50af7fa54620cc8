import { deepCopy } from 'apimachinery/descriptor'
import { isNotFound } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { RequestContext } from '../request/request-context.js'
import type { Encodable } from './encodable.js'
import { readMetadata } from './read-metadata.js'
import type { DeleteRequest, ListRequest, ObjectList, ResourceStorage } from './resource-storage.js'

interface CollectionDeletion<T extends KubernetesObject> {
  readonly request: DeleteRequest<T>
  readonly list: ListRequest
  /** How many deletions run at once. */
  readonly workers: number
}

/** The verbs that delete a collection. */
type Verbs<T extends KubernetesObject> = Required<Pick<ResourceStorage<T>, 'list' | 'delete'>>

const pageSize = 10_000

/**
 * Deletes what a list request selects, page by page, and gives the deleted objects as they were listed.
 *
 * Source: `Store.DeleteCollection` of k8s.io/apiserver/pkg/registry/generic/registry.
 */
export async function deleteCollection<T extends KubernetesObject>(
  storage: Verbs<T>,
  context: RequestContext,
  { request, list, workers }: CollectionDeletion<T>,
): Promise<ObjectList<T>> {
  const limited = (list.limit ?? 0) > 0
  const items: Encodable<T>[] = []
  let first: ObjectList<T> | undefined
  let page: ListRequest = limited ? list : { ...list, limit: pageSize }
  for (;;) {
    context.signal.throwIfAborted()
    const found = await storage.list(context, page)
    await inParallel(found.items, workers, (item) => deleteItem(storage, context, { item, request }))
    if (limited) return found
    first ??= found
    items.push(...found.items)
    if (!found.continueToken) return { ...first, items }
    page = { ...page, continue: found.continueToken, resourceVersion: undefined, resourceVersionMatch: undefined }
  }
}

async function deleteItem<T extends KubernetesObject>(
  storage: Verbs<T>,
  context: RequestContext,
  { item, request }: { readonly item: Encodable<T>; readonly request: DeleteRequest<T> },
): Promise<void> {
  const { name = '' } = readMetadata(item.object)
  try {
    // A deletion fills in options for its object.
    await storage.delete(context, name, { ...request, options: deepCopy(request.options) })
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

async function inParallel<I>(items: readonly I[], workers: number, run: (item: I) => Promise<void>): Promise<void> {
  const pending = items[Symbol.iterator]()
  const work = async (): Promise<void> => {
    for (const item of pending) await run(item)
  }
  await Promise.all(Array.from({ length: Math.max(1, workers) }, work))
}
