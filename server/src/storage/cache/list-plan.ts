import { decodeContinue } from '../continue-token.js'
import { parseListResourceVersion } from '../resource-version.js'
import type { ListOptions } from '../storage.js'

/** How a list is answered. */
export type ListPlan =
  /** The objects at one version. */
  | { readonly kind: 'exact'; readonly revision: number; readonly from: string }
  /** The newest, as the store has it. */
  | { readonly kind: 'consistent'; readonly from: string }
  /** The newest that the cache has, if that is at least this version. */
  | { readonly kind: 'cached'; readonly revision: number; readonly from: string }

/** Source: `ShouldDelegateList` of k8s.io/apiserver/pkg/storage/cacher/delegator. */
export function listPlan(prefix: string, options: ListOptions): ListPlan {
  const { resourceVersion = '', resourceVersionMatch = '', continueToken = '', limit = 0, single = false } = options
  const revision = parseListResourceVersion(resourceVersion)
  if (resourceVersionMatch === 'Exact') return { kind: 'exact', revision, from: prefix }
  if (resourceVersionMatch === 'NotOlderThan') return { kind: 'cached', revision, from: prefix }
  if (continueToken !== '' && !single) {
    const token = decodeContinue(continueToken, prefix)
    return token.revision > 0 ? { kind: 'exact', ...token } : { kind: 'consistent', from: token.from }
  }
  if (limit > 0 && revision > 0) return { kind: 'exact', revision, from: prefix }
  if (resourceVersion === '') return { kind: 'consistent', from: prefix }
  return { kind: 'cached', revision, from: prefix }
}
