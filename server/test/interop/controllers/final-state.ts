import type { APIServer } from '../../../src/kubernetes/api-server.js'
import { eventCounts } from './event-counts.js'
import { normalized, ownersOfNames, plainText } from './normalized.js'
import { itemsOf } from './objects.js'

/** An object without what depends on time and chance: where it belongs, and what it is. */
export interface StateEntry {
  readonly key: string
  readonly value: unknown
}

/** The objects of the workload and the events about them, in order. */
export async function finalState(server: APIServer): Promise<readonly StateEntry[]> {
  const items = await itemsOf(server)
  const names = ownersOfNames(items)
  const entries: StateEntry[] = []
  for (const [path, all] of items) {
    if (path.endsWith('/events')) continue
    for (const item of all) {
      const { namespace = '', name } = item.metadata
      entries.push({
        key: plainText(`${path} ${namespace}/${names.get(name) ?? name}`),
        value: normalized(path, item, names),
      })
    }
  }
  entries.push(...eventCounts(items, names))
  return entries.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
}

/** The same for equal entries alone. */
export function textOf({ key, value }: StateEntry): string {
  return `${key} ${JSON.stringify(value)}`
}
