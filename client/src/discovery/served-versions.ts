import { type DeferredDiscoveryRESTMapper, isNoMatchError, type RESTMapping } from 'apimachinery/meta'
import type { GroupVersionKind } from 'apimachinery/schema'

/** Throws `error`; that a kind is not served in a version says in which ones it is. */
export async function withServedVersions(
  error: unknown,
  { group, kind }: GroupVersionKind,
  mapper: DeferredDiscoveryRESTMapper,
): Promise<never> {
  if (isNoMatchError(error) && error instanceof Error) {
    const served = await mappingsOf(mapper, { group, kind })
    const versions = served.map(({ groupVersionKind: { version } }) => (group === '' ? version : `${group}/${version}`))
    if (versions.length > 0) error.message += `: it is served in ${[...new Set(versions)].join(', ')}`
  }
  throw error
}

/** Those of the last discovery: the question that failed has just made it. */
async function mappingsOf(
  mapper: DeferredDiscoveryRESTMapper,
  kind: { readonly group: string; readonly kind: string },
): Promise<readonly RESTMapping[]> {
  try {
    return (await mapper.mapper()).restMappings(kind)
  } catch {
    return []
  }
}
