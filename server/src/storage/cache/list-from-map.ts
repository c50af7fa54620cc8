import type { KubernetesObject } from 'apimachinery/runtime'
import type { OrderedMap } from '../../internal/ordered-map.js'
import { nextPage } from '../list-request.js'
import type { ListOptions, StoredList } from '../storage.js'
import type { StoredObject } from '../stored-object.js'
import { selects } from './cache-event.js'

/** The selection of a list from a snapshot. */
export interface MapList {
  readonly prefix: string
  /** First key wanted. */
  readonly from: string
  /** Revision of the snapshot. */
  readonly revision: number
  readonly options: ListOptions
}

/** Lists objects of a snapshot. */
export function listFromMap<T extends KubernetesObject>(
  map: OrderedMap<StoredObject<T>>,
  { prefix, from, revision, options }: MapList,
): StoredList<T> {
  const { predicate, limit = 0, single = false } = options
  if (single) {
    const found = map.get(prefix)
    return { items: found !== undefined && selects(predicate, found) ? [found] : [], revision }
  }
  if (predicate.empty) {
    const items = map.withPrefix(prefix, from, limit > 0 ? limit : undefined)
    if (limit === 0 || items.length < limit) return { items, revision }
    const count = map.countPrefix(prefix, from)
    if (count === items.length) return { items, revision }
    return { items, revision, ...nextPage({ prefix, lastKey: items.at(-1)!.key, revision, count }, options) }
  }
  const items: StoredObject<T>[] = []
  const candidates = map.withPrefix(prefix, from)
  for (const [index, stored] of candidates.entries()) {
    if (!selects(predicate, stored)) continue
    items.push(stored)
    if (limit === 0 || items.length < limit) continue
    if (index === candidates.length - 1) break
    return { items, revision, ...nextPage({ prefix, lastKey: stored.key, revision, count: 0 }, options) }
  }
  return { items, revision }
}
