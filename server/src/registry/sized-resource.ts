import type { SizedResource } from '../flow-control/resource-sizes.js'
import { dataSize } from '../storage/lazy-object.js'
import type { SelectionPredicate } from '../storage/storage.js'
import type { Store } from './store.js'

/** How many objects a store has, and how large they are, for metrics and estimates. */
export function sizedResource(
  { group, resource }: Store['groupResource'],
  store: () => Pick<Store, 'storage' | 'keys'>,
): SizedResource {
  return {
    group,
    resource,
    count() {
      const { storage, keys } = store()
      return storage.count(keys.collection(''))
    },
    // A list from version 0 would be of all: a limit does not count there.
    async averageBytes() {
      const { storage, keys } = store()
      const { items } = await storage.list(keys.collection(''), { predicate: everything, limit: 10 })
      const bytes = items.reduce((sum, stored) => sum + (dataSize(stored) || JSON.stringify(stored.object).length), 0)
      return items.length === 0 ? 0 : Math.ceil(bytes / items.length)
    },
  }
}

const everything: SelectionPredicate = { empty: true, matches: () => true }
