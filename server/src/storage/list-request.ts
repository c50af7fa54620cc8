import { type ContinueToken, decodeContinue, encodeContinue } from './continue-token.js'
import { parseListResourceVersion } from './resource-version.js'
import type { ListOptions } from './storage.js'
import { StorageError } from './storage-error.js'

/** The query of a list. */
export interface ListRequest {
  /** Revision to read; 0: the newest. */
  readonly revision: number
  /** First key wanted. */
  readonly from: string
  /** Revision that the store must have reached. */
  readonly atLeast: number
}

/**
 * Reads the options of a list. Throws `BadRequest`, `InvalidContinueToken`.
 * Source: `ValidateListOptions` of k8s.io/apiserver/pkg/storage.
 */
export function listRequest(prefix: string, options: ListOptions): ListRequest {
  const { resourceVersion = '', resourceVersionMatch = '', limit = 0, continueToken = '', single = false } = options
  if (!single && continueToken !== '') {
    const token = decodeContinue(continueToken, prefix)
    if (resourceVersion !== '' && resourceVersion !== '0')
      throw new StorageError('BadRequest', 'specifying resource version is not allowed when using continue')
    return { revision: Math.max(token.revision, 0), from: token.from, atLeast: 0 }
  }
  const version = parseListResourceVersion(resourceVersion)
  const exact = resourceVersionMatch === 'Exact' || (resourceVersionMatch === '' && !single && limit > 0 && version > 0)
  return { revision: exact ? version : 0, from: prefix, atLeast: version }
}

/** The facts about the remaining pages of a list. */
export interface PageEnd {
  readonly prefix: string
  readonly lastKey: string
  readonly revision: number
  /** Objects from the beginning of this page to the end of the list. */
  readonly count: number
}

/** The token for the next page, and how many objects it and those after it have. */
export function nextPage(end: PageEnd, { predicate, limit = 0 }: ListOptions) {
  const token: ContinueToken = { from: `${end.lastKey}\0`, revision: end.revision }
  const continueToken = encodeContinue(token, end.prefix)
  return predicate.empty ? { continueToken, remainingItemCount: end.count - limit } : { continueToken }
}

const expired = 'The resourceVersion for the provided list is too old.'
const continueExpired =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.'
const inconsistentContinue =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.'

/** The error for a list at a compacted revision, with a token to continue if it was a later page. */
export function listExpired(prefix: string, from: string | undefined): StorageError {
  if (from === undefined) return new StorageError('ResourceExpired', expired)
  if (from === prefix) return new StorageError('ResourceExpired', continueExpired)
  const continueToken = encodeContinue({ from, revision: -1 }, prefix)
  return new StorageError('ResourceExpired', inconsistentContinue, { continueToken })
}
