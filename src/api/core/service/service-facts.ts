import { textsOf } from '../../validation/go-values.js'
import type { Service, ServiceSpec } from '../v1/types.gen.js'

/** The specification of a service; the empty one where it has none. */
export function specOf(service: Service): ServiceSpec {
  return service.spec ?? {}
}

/** The addresses of a service inside the cluster. */
export function clusterIPsOf(service: Service): readonly string[] {
  return textsOf(specOf(service).clusterIPs)
}

/** The families of the addresses of a service. */
export function ipFamiliesOf(service: Service): readonly string[] {
  return textsOf(specOf(service).ipFamilies)
}

/** Reports whether a service has no address: its one cluster IP is `None`. */
export function isHeadlessService(service: Service): boolean {
  const addresses = clusterIPsOf(service)
  return addresses.length === 1 && addresses[0] === 'None'
}

/** Reports whether a service can be reached from outside of the cluster. */
export function isExternallyAccessible(service: Service): boolean {
  const { type, externalIPs } = specOf(service)
  if (type === 'LoadBalancer' || type === 'NodePort') return true
  return type === 'ClusterIP' && textsOf(externalIPs).length > 0
}

/** Reports whether a load balancer checks the health of nodes, at a separate port. */
export function needsHealthCheck(service: Service): boolean {
  const { type, externalTrafficPolicy } = specOf(service)
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local'
}
