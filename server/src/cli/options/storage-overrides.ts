import { UsageError } from '../../flags/flag.js'

/** Where the objects of one resource are, if not with the others. */
export interface StorageOverride {
  readonly group: string
  readonly resource: string
  readonly servers: readonly string[]
}

const malformed =
  '--etcd-servers-overrides invalid, must be of format: group/resource#servers, where servers are URLs, semicolon separated'

/**
 * Reads `--etcd-servers-overrides`: `group/resource#server;server`. Throws `UsageError`.
 *
 * Source: `ParseEtcdServersOverrides` of k8s.io/apiserver/pkg/server/options.
 */
export function parseStorageOverrides(overrides: readonly string[]): StorageOverride[] {
  return overrides.map((override) => {
    const [name, list, ...more] = override.split('#')
    const [group, resource, ...rest] = name?.split('/') ?? []
    const servers = list?.split(';') ?? []
    if (group === undefined || resource === undefined || servers.length === 0 || servers.includes('')) {
      throw new UsageError(malformed)
    }
    if (more.length > 0 || rest.length > 0) throw new UsageError(malformed)
    return { group, resource, servers }
  })
}
