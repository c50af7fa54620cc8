import { type DeferredDiscoveryRESTMapper, isNoMatchError } from 'apimachinery/meta'
import type { GroupVersionKind } from 'apimachinery/schema'

/** Throws `error`; that a kind is not served in a version says in which ones it is. */
export async function withServedVersions(
  error: unknown,
  { group, kind }: GroupVersionKind,
  mapper: DeferredDiscoveryRESTMapper,
): Promise<never> {
  if (isNoMatchError(error) && error instanceof Error) {
    const served = await mapper.restMappings({ group, kind }).catch(() => [])
    const versions = served.map(({ groupVersionKind: { version } }) => (group === '' ? version : `${group}/${version}`))
    if (versions.length > 0) error.message += `: it is served in ${[...new Set(versions)].join(', ')}`
  }
  throw error
}
