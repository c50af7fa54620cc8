/** Where a service is reached. */
export interface ServiceEndpoint {
  readonly host: string
  readonly port: number
}

/** The address of a webhook: its path, and whether a service of the cluster has it. */
export interface WebhookAddress {
  readonly path: string
  readonly isService: boolean
}

/** The handler of a webhook in this process; `undefined` for those that are called over the network. */
export type InProcessWebhooks = (address: WebhookAddress) => ((request: Request) => Promise<Response>) | undefined

/** Finds the address of a service: its cluster IP, one of its endpoints, or what a test says. */
export interface ServiceResolver {
  /** Webhooks that are called without a connection. */
  readonly inProcessWebhooks?: InProcessWebhooks | undefined
  /** Throws {@link UnreachableService}, or rejects, where the service is not there or has no such port. */
  resolve(namespace: string, name: string, port: number): Promise<ServiceEndpoint> | ServiceEndpoint
}

/** A service cannot be reached: it is not there, or has no such port or endpoint. */
export class UnreachableService extends Error {
  override readonly name = 'UnreachableService'
}

/** The parts of a service that are needed to reach it. */
export interface ReachableService {
  readonly spec?:
    | {
        readonly type?: string | undefined
        readonly clusterIP?: string | undefined
        readonly externalName?: string | undefined
        readonly ipFamilies?: readonly string[] | undefined
        readonly ports?: readonly { readonly port: number; readonly name?: string | undefined }[] | undefined
      }
    | undefined
}

/**
 * Resolves services to their cluster IPs, and external ones to their names.
 *
 * Source: `ResolveCluster` of k8s.io/apiserver/pkg/util/proxy.
 */
export function clusterIPResolver(
  serviceOf: (namespace: string, name: string) => ReachableService | undefined,
): ServiceResolver {
  return {
    resolve(namespace, name, port) {
      const { spec } = serviceOf(namespace, name) ?? {}
      if (spec === undefined) throw new UnreachableService(`service ${JSON.stringify(name)} not found`)
      const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = spec
      if (type === 'ExternalName') return { host: externalName, port }
      if (type === 'ClusterIP' && clusterIP === 'None')
        throw new UnreachableService('cannot route to service with ClusterIP "None"')
      if (!ports.some((each) => each.port === port)) {
        throw new UnreachableService(`no service port ${port} found for service ${JSON.stringify(name)}`)
      }
      return { host: clusterIP, port }
    },
  }
}
