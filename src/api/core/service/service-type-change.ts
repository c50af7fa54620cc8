import type { Service } from '../v1/types.gen.js'
import { clusterIPsOf, ipFamiliesOf, isExternallyAccessible, needsHealthCheck, specOf } from './service-facts.js'
import { editableSpec, sameTexts } from './service-ip-families.js'

/**
 * Drops fields that the former type of a service needed and its new one does not, unless the client changed them: then
 * clients that change only the type succeed.
 *
 * Source: `dropTypeDependentFields` of k8s.io/kubernetes/pkg/registry/core/service.
 */
export function dropFieldsOfFormerType(service: Service, old: Service): void {
  dropAddresses(service, old)
  dropNodePorts(service, old)
  dropLoadBalancerFields(service, old)
  const spec = editableSpec(service)
  if (
    isExternallyAccessible(old) &&
    !isExternallyAccessible(service) &&
    spec.externalTrafficPolicy === specOf(old).externalTrafficPolicy
  ) {
    delete spec.externalTrafficPolicy
  }
}

function dropAddresses(service: Service, old: Service): void {
  const spec = editableSpec(service)
  const before = specOf(old)
  if (before.type === 'ExternalName' || spec.type !== 'ExternalName') return
  if ((spec.clusterIP ?? '') === (before.clusterIP ?? '') && sameTexts(clusterIPsOf(service), clusterIPsOf(old))) {
    delete spec.clusterIP
    delete spec.clusterIPs
  }
  if (sameTexts(ipFamiliesOf(service), ipFamiliesOf(old))) delete spec.ipFamilies
  if ((spec.ipFamilyPolicy ?? '') === (before.ipFamilyPolicy ?? '')) delete spec.ipFamilyPolicy
}

function hasNodePorts(service: Service): boolean {
  const { type } = specOf(service)
  return type === 'NodePort' || type === 'LoadBalancer'
}

function dropNodePorts(service: Service, old: Service): void {
  const ports = (specOf(service).ports ?? []).filter((port) => port !== null)
  const known = new Set((specOf(old).ports ?? []).map((port) => port?.nodePort ?? 0))
  if (hasNodePorts(old) && !hasNodePorts(service)) {
    if (ports.every(({ nodePort }) => !nodePort || known.has(nodePort))) for (const port of ports) delete port.nodePort
  }
  const spec = editableSpec(service)
  const same = (spec.healthCheckNodePort ?? 0) === (specOf(old).healthCheckNodePort ?? 0)
  if (needsHealthCheck(old) && !needsHealthCheck(service) && same) delete spec.healthCheckNodePort
}

function dropLoadBalancerFields(service: Service, old: Service): void {
  const spec = editableSpec(service)
  const before = specOf(old)
  if (spec.type === 'LoadBalancer') return
  if (before.type === 'LoadBalancer') {
    const given = spec.allocateLoadBalancerNodePorts ?? undefined
    if (given !== undefined && given === before.allocateLoadBalancerNodePorts) {
      delete spec.allocateLoadBalancerNodePorts
    }
    if ((spec.loadBalancerClass ?? null) === (before.loadBalancerClass ?? null)) delete spec.loadBalancerClass
  }
  service.status = { ...service.status, loadBalancer: {} }
}
