import { readFileSync } from 'node:fs'
import type { FlagValues } from '../../flags/flag-values.js'
import { type ClusterConnector, networkConnector } from '../../kinds/core/kubelet/connector.js'
import type { APIServerOptions } from '../../kubernetes/api-server.js'

/** How kubelets are reached, by flags. */
export function kubeletOptions(
  flags: FlagValues,
): Pick<APIServerOptions, 'kubeletAddressTypes'> & { readonly connector: ClusterConnector } {
  const read = (name: string): string | undefined => {
    const file = flags.text(name)
    return file === undefined ? undefined : readFileSync(file, 'utf8')
  }
  const [certificate, key] = [read('kubelet-client-certificate'), read('kubelet-client-key')]
  const authority = read('kubelet-certificate-authority')
  const types = flags.list('kubelet-preferred-address-types')
  return {
    connector: networkConnector({
      certificate,
      key,
      authority,
    }),
    kubeletAddressTypes: types.length > 0 ? types : undefined,
  }
}
