import type { Node, Pod, Service } from 'apimachinery/api/core/v1'
import type { Endpoint, EndpointPort } from 'apimachinery/api/discovery/v1'
import { isDeleting } from '../controller.js'
import { type AddressFamily, findPort, podAddresses, podReference } from '../service-endpoints/pod-endpoint.js'
import { endpointHostname, isPodReady } from '../service-endpoints/pod-membership.js'

const zoneLabel = 'topology.kubernetes.io/zone'

/** The family of an endpoint, and the node of its pod if that is known. */
export interface EndpointPlace {
  readonly addressType: AddressFamily
  readonly node?: Node | undefined
}

/** The endpoint of a pod in a family. Source: `podToEndpoint` of k8s.io/endpointslice. */
export function podEndpoint(pod: Pod, service: Service, { addressType, node }: EndpointPlace): Endpoint {
  const serving = isPodReady(pod)
  const terminating = isDeleting(pod)
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating)
  const hostname = endpointHostname(pod, service)
  const nodeName = pod.spec?.nodeName ?? ''
  const zone = node?.metadata?.labels?.[zoneLabel] ?? ''
  return {
    addresses: podAddresses(pod, addressType),
    conditions: { ready, serving, terminating },
    ...(hostname !== undefined && { hostname }),
    targetRef: podReference(pod),
    ...(nodeName !== '' && { nodeName }),
    ...(zone !== '' && { zone }),
  }
}

/** The ports that a pod offers to a service. */
export function podPorts(pod: Pod, { spec }: Service): EndpointPort[] {
  return (spec?.ports ?? []).flatMap((port) => {
    const number = findPort(pod, port)
    if (number === undefined) return []
    const { name = '', protocol, appProtocol } = port
    return [{ name, port: number, protocol, ...(appProtocol !== undefined && { appProtocol }) }]
  })
}
