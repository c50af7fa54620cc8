import { isResourceExpired } from 'apimachinery/errors'
import type { ListCallOptions } from './call-options.js'
import type { ListOf } from './list-class.js'

const defaultPageSize = 500

type ListFunction<T> = (options: ListCallOptions) => Promise<ListOf<T>>

/**
 * A list page by page. When the token of a later page has expired, the whole list is read in one piece, as client-go's pager
 * does: it is given as one page more, whose objects may have been in earlier pages.
 */
export async function* listPages<T>(
  list: ListFunction<T>,
  options: ListCallOptions,
): AsyncGenerator<ListOf<T>, undefined> {
  let next: ListCallOptions = { ...options, limit: options.limit ?? defaultPageSize }
  for (let first = true; ; first = false) {
    let page: ListOf<T>
    try {
      page = await list(next)
    } catch (error) {
      if (first || !isResourceExpired(error)) throw error
      const { continue: _, limit: __, ...rest } = options
      page = await list({ ...rest, resourceVersion: '' })
    }
    yield page
    const token = page.metadata?.continue
    if (token === undefined || token === '') return
    // The version is in the token; a server refuses both together.
    const { resourceVersion: _, resourceVersionMatch: __, ...rest } = next
    next = { ...rest, continue: token }
  }
}

/** The objects of all pages, each once: after a token expired, those already returned are skipped. */
export async function* eachItem<T>(list: ListFunction<T>, options: ListCallOptions): AsyncGenerator<T, undefined> {
  const given = new Set<string>()
  for await (const { items } of listPages(list, options)) {
    for (const item of items) {
      const { metadata } = item as { metadata?: { uid?: string; namespace?: string; name?: string } }
      const key = metadata?.uid ?? `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`
      if (given.has(key)) continue
      given.add(key)
      yield item
    }
  }
}
