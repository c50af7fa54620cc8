import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { Service, type ServiceSpec } from '../v1/types.gen.js'

/** Registers the defaults of Service. */
export function addServiceDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, Service, defaultService)
}

const threeHours = 10800

/** Fills a service: type, ports, affinity and traffic policies. */
export function defaultService(service: Service): void {
  service.spec ??= {}
  const spec: ServiceSpec = service.spec
  defaultAffinity(spec)
  spec.type ||= 'ClusterIP'
  for (const port of itemsOf(spec.ports)) {
    port.protocol ||= 'TCP'
    port.targetPort ||= port.port
  }
  if (isExternallyAccessible(spec)) spec.externalTrafficPolicy ||= 'Cluster'
  if (['ClusterIP', 'NodePort', 'LoadBalancer'].includes(spec.type)) spec.internalTrafficPolicy ??= 'Cluster'
  if (spec.type !== 'LoadBalancer') return
  spec.allocateLoadBalancerNodePorts ??= true
  for (const ingress of itemsOf(service.status?.loadBalancer?.ingress)) if (ingress.ip) ingress.ipMode ??= 'VIP'
}

function defaultAffinity(spec: ServiceSpec): void {
  spec.sessionAffinity ||= 'None'
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig
  if (spec.sessionAffinity !== 'ClientIP') return
  if (!isSet(spec.sessionAffinityConfig?.clientIP?.timeoutSeconds)) {
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: threeHours } }
  }
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}

function isExternallyAccessible({ type, externalIPs }: ServiceSpec): boolean {
  return type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && (externalIPs ?? []).length > 0)
}
