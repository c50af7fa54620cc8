import type { KubernetesObject } from 'apimachinery/runtime'
import type { ListCallOptions } from '../rest/call-options.js'
import type { ListOf } from '../rest/list-class.js'
import type { ListerWatcher } from './lister-watcher.js'
import { isExpiredError } from './reflector-errors.js'

/** Objects at one resource version. */
export interface Snapshot<T> {
  readonly items: readonly T[]
  readonly resourceVersion: string
  /** Whether the server sent it in pages. */
  readonly paginated: boolean
}

/**
 * All objects, read in pages of `limit` (0: in one piece). When the token of a page expires the list is read again in one
 * piece, so that what is given is always of one resource version.
 */
export async function listSnapshot<T extends KubernetesObject>(
  source: ListerWatcher<T>,
  { limit, ...options }: ListCallOptions & { readonly limit: number },
): Promise<Snapshot<T>> {
  const whole = async (): Promise<Snapshot<T>> => snapshotOf(await source.list(options), [], false)
  if (limit === 0) return whole()
  let page = await source.list({ ...options, limit })
  const items: T[] = []
  let paginated = false
  for (let token = tokenOf(page); token !== ''; token = tokenOf(page)) {
    paginated = true
    for (const item of page.items ?? []) items.push(item)
    try {
      page = await source.list({ signal: options.signal, limit, continue: token })
    } catch (error) {
      if (!isExpiredError(error)) throw error
      return { ...(await whole()), paginated }
    }
  }
  return snapshotOf(page, items, paginated)
}

function tokenOf({ metadata }: ListOf<unknown>): string {
  return metadata?.continue ?? ''
}

function snapshotOf<T>(page: ListOf<T>, before: T[], paginated: boolean): Snapshot<T> {
  // Protobuf leaves out what is empty.
  const last = page.items ?? []
  const items = before.length === 0 ? last : before.concat(last)
  return { items, resourceVersion: page.metadata?.resourceVersion ?? '', paginated }
}
