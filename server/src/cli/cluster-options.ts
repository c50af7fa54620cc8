import { networkInterfaces } from 'node:os'
import type { FlagValue } from '../flags/flag.js'
import { UsageError } from '../flags/flag.js'
import { addressRange, formatAddress } from '../kinds/core/service/address-range.js'
import type { APIServerOptions } from '../kubernetes/api-server.js'
import type { ClusterAuthenticationInfo } from '../kubernetes/bootstrap/config-maps.js'
import { secondsOf } from './duration.js'

/** Input of {@link clusterOptions} besides the flags. */
export interface ListenPlace {
  readonly host: string
  /** Known once the server listens. */
  readonly port: Promise<number>
  readonly authenticationInfo: () => ClusterAuthenticationInfo
}

/** The options of a server that make it part of a cluster. Throws `UsageError`. */
export function clusterOptions(
  flags: ReadonlyMap<string, FlagValue>,
  { host, port, authenticationInfo }: ListenPlace,
): Pick<APIServerOptions, 'services' | 'bootstrap' | 'eventTTL'> {
  const ranges = flags.get('service-cluster-ip-range') as readonly string[] | undefined
  const nodePortRange = flags.get('service-node-port-range')
  const address = advertisedAddress(flags.get('advertise-address'), host)
  const nodePort = Number(flags.get('kubernetes-service-node-port') ?? 0)
  return {
    eventTTL: secondsOf(String(flags.get('event-ttl') ?? '1h0m0s')),
    services: {
      ...(ranges !== undefined && ranges.length > 0 && { clusterIPRanges: ranges }),
      nodePortRange: nodePortRange !== undefined ? String(nodePortRange) : undefined,
    },
    bootstrap: {
      ...(address !== undefined && { advertise: { address, port } }),
      endpointReconciler: reconcilerOf(flags.get('endpoint-reconciler-type')),
      kubernetesServiceNodePort: nodePort !== 0 ? nodePort : undefined,
      authenticationInfo,
    },
  }
}

export const defaultServiceRange = '10.0.0.0/24'

/**
 * The names and addresses in a certificate that the server makes for itself: those of its service as well.
 *
 * Source: `MaybeDefaultWithSelfSignedCerts` of k8s.io/apiserver/pkg/server/options.
 */
export function servingHosts(flags: ReadonlyMap<string, FlagValue>, host: string): readonly string[] {
  const [range = defaultServiceRange] = (flags.get('service-cluster-ip-range') as readonly string[] | undefined) ?? []
  const { first, family } = addressRange(range)
  const service = ['kubernetes', 'kubernetes.default', 'kubernetes.default.svc', formatAddress(first, family)]
  const advertised = advertisedAddress(flags.get('advertise-address'), host)
  const own = [host, ...(advertised === undefined ? [] : [advertised])]
  return [...new Set(['localhost', '127.0.0.1', ...service, ...own])]
}

/** The address of the flag, else the one that is bound, else the first of the machine that others can reach. */
function advertisedAddress(flag: FlagValue | undefined, host: string): string | undefined {
  if (flag !== undefined) return String(flag)
  const local = /^(127\.|0\.0\.0\.0$|::1?$|localhost$)/.test(host)
  if (!local) return host
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}

function reconcilerOf(value: FlagValue | undefined): 'lease' | 'none' {
  if (value === undefined || value === 'lease' || value === '') return 'lease'
  if (value === 'none') return 'none'
  throw new UsageError(`--endpoint-reconciler-type: unknown type ${JSON.stringify(value)}: must be lease or none`)
}
