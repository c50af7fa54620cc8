import { newNotFound, newServiceUnavailable } from 'apimachinery/errors'
import type { ClusterState } from '../admission/cluster-state.js'
import type { ResolveService } from '../admission/webhook/hook-client.js'

/**
 * Services at their cluster IPs, external ones at their names.
 *
 * Source: `ResolveCluster` of k8s.io/apiserver/pkg/util/proxy.
 */
export function clusterIPResolver(liveService: ClusterState['liveService']): ResolveService {
  return async ({ namespace, name, port }) => {
    const service = await liveService(namespace, name)
    if (service === undefined) throw newNotFound({ group: '', resource: 'service' }, name)
    const { type = 'ClusterIP', clusterIP = '', externalName = '', ports = [] } = service.spec ?? {}
    if (type === 'ExternalName') return { host: externalName, port }
    if (type === 'ClusterIP' && clusterIP === 'None') throw new Error('cannot route to service with ClusterIP "None"')
    if (!ports.some((each) => each.port === port)) {
      throw newServiceUnavailable(`no service port ${port} found for service ${JSON.stringify(name)}`)
    }
    return { host: clusterIP, port }
  }
}
