import type { FlagValues } from '../../flags/flag-values.js'
import type { Reloads } from '../../flags/reloads.js'
import type { ClusterAuthenticationInfo } from '../../kubernetes/bootstrap/config-maps.js'

/**
 * The information for extension servers to authenticate clients, by flags; `own` is PEM of the server's own authority.
 * Files are followed: each read returns their current content.
 */
export function clusterAuthenticationInfo(
  flags: FlagValues,
  own: string,
  reloads: Reloads,
): () => ClusterAuthenticationInfo {
  const clients = followFile(flags.text('client-ca-file'), reloads)
  const proxies = followFile(flags.text('requestheader-client-ca-file'), reloads)
  const headers = {
    allowedNames: flags.list('requestheader-allowed-names'),
    usernameHeaders: listOr(flags, 'requestheader-username-headers', 'X-Remote-User'),
    groupHeaders: listOr(flags, 'requestheader-group-headers', 'X-Remote-Group'),
    extraHeaderPrefixes: listOr(flags, 'requestheader-extra-headers-prefix', 'X-Remote-Extra-'),
    uidHeaders: flags.list('requestheader-uid-headers'),
  }
  return () => ({
    clientCA: own + (clients?.value ?? ''),
    ...(proxies !== undefined && { requestHeader: { clientCA: proxies.value, ...headers } }),
  })
}

function followFile(file: string | undefined, reloads: Reloads): { readonly value: string } | undefined {
  return file === undefined ? undefined : reloads.follow(file, (text) => text)
}

function listOr(flags: FlagValues, name: string, fallback: string): readonly string[] {
  const given = flags.list(name)
  return given.length > 0 ? given : [fallback]
}
