import type { KubernetesObject } from 'apimachinery/runtime'
import type { KeyValue } from './kv/kv.js'
import { isKVError } from './kv/kv-error.js'
import type { LazyObject } from './lazy-object.js'
import { listExpired, listRequest, nextPage } from './list-request.js'
import type { ObjectStore } from './object-store.js'
import type { ListOptions, StoredList } from './storage.js'
import { keyError, StorageError, tooLargeResourceVersion } from './storage-error.js'
import { translateKVError } from './translate-kv-error.js'

/** Maximum size of a page, unless a client asks for more. */
const largestPage = 10_000

interface Page {
  readonly kvs: readonly KeyValue[]
  /** Revision of the list. */
  readonly revision: number
  /** Keys from the beginning of this page. */
  readonly count: number
}

/** Lists objects over one revision, page by page. Source: `GetList` of k8s.io/apiserver/pkg/storage/etcd3. */
export async function listPages<T extends KubernetesObject>(
  store: ObjectStore<T>,
  prefix: string,
  options: ListOptions,
): Promise<StoredList<T>> {
  const { limit = 0, predicate, signal } = options
  const items: LazyObject<T>[] = []
  for await (const page of pages(store, prefix, options)) {
    let lastKey = ''
    for (const kv of page.kvs) {
      if (limit > 0 && items.length >= limit) break
      if (signal?.aborted)
        throw keyError('Timeout', kv.key, { detail: 'request did not complete within requested timeout' })
      lastKey = kv.key
      const read = store.read(kv)
      const { stored } = read instanceof Promise ? await read : read
      if (predicate.empty || predicate.matches(stored.attributes)) items.push(stored)
    }
    const { revision, count } = page
    const complete = page.kvs.length === count && lastKey === (page.kvs.at(-1)?.key ?? '')
    if (complete) return { items, revision }
    if (limit > 0 && items.length >= limit)
      return { items, revision, ...nextPage({ prefix, lastKey, revision, count }, options) }
  }
  throw new StorageError('Internal', 'no results were found, but etcd indicated there were more values remaining')
}

async function* pages<T extends KubernetesObject>(
  store: ObjectStore<T>,
  prefix: string,
  options: ListOptions,
): AsyncGenerator<Page, void> {
  const request = listRequest(prefix, options)
  let { revision, from } = request
  let limit = options.limit ?? 0
  for (;;) {
    const page = await readPage(store, { prefix, from, revision, limit, options })
    if (revision === 0 && request.atLeast > page.revision) throw tooLargeResourceVersion(request.atLeast, page.revision)
    if (revision === 0) revision = page.revision
    yield { ...page, revision }
    if (page.kvs.length === 0) return
    from = `${page.kvs.at(-1)!.key}\0`
    // The selector dropped objects: fewer and larger pages until there are enough.
    limit = limit < largestPage ? Math.min(limit * 2, largestPage) : limit
  }
}

interface PageRequest {
  readonly prefix: string
  readonly from: string
  readonly revision: number
  readonly limit: number
  readonly options: ListOptions
}

async function readPage<T extends KubernetesObject>(store: ObjectStore<T>, request: PageRequest): Promise<Page> {
  const { prefix, from, revision, limit, options } = request
  const { single = false, signal, continueToken = '' } = options
  try {
    return await store.kv.range({ key: prefix, revision, ...(single ? {} : { prefix: true, from, limit }), signal })
  } catch (error) {
    if (isKVError(error, 'Compacted')) throw listExpired(prefix, continueToken === '' ? undefined : from)
    if (isKVError(error, 'FutureRevision')) {
      const current = await store.kv.range({ key: prefix, countOnly: true })
      throw tooLargeResourceVersion(revision, current.revision)
    }
    throw translateKVError(error, prefix)
  }
}
