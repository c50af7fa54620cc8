import type { Pod, Service, ServicePort } from 'apimachinery/api/core/v1'
import { formatIP, parseIPSloppy } from 'apimachinery/validation'

/** A family of addresses, as services and slices name it. */
export type AddressFamily = 'IPv4' | 'IPv6'

/** The family of an address and its canonical text; undefined for what is no address. */
export function readAddress(text: string): { readonly family: AddressFamily; readonly text: string } | undefined {
  const parsed = parseIPSloppy(text)
  if (parsed === undefined) return undefined
  const canonical = formatIP(parsed.bytes)
  return { family: canonical.includes(':') ? 'IPv6' : 'IPv4', text: canonical }
}

/** The addresses of a pod in a family, in canonical form. */
export function podAddresses({ status }: Pod, family: AddressFamily): string[] {
  const addresses = (status?.podIPs ?? []).map(({ ip }) => readAddress(ip))
  return addresses.flatMap((address) => (address?.family === family ? [address.text] : []))
}

/** Reports whether a service has an address in the cluster. */
export function hasClusterIP({ spec }: Service): boolean {
  return spec?.clusterIP !== 'None' && (spec?.clusterIP ?? '') !== ''
}

/**
 * The number of a service's port at a pod: the target itself, or that of the container port of this name and protocol; undefined if
 * there is none. Source: `FindPort` of k8s.io/endpointslice.
 */
export function findPort({ spec }: Pod, { targetPort, protocol }: ServicePort): number | undefined {
  if (typeof targetPort === 'number') return targetPort
  if (typeof targetPort !== 'string') return 0
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  return [...(spec?.containers ?? []), ...sidecars]
    .flatMap(({ ports }) => ports ?? [])
    .find((port) => port.name === targetPort && (port.protocol ?? 'TCP') === (protocol ?? 'TCP'))?.containerPort
}

/** The reference of an endpoint to its pod. */
export function podReference({ metadata }: Pod): {
  readonly kind: 'Pod'
  readonly namespace: string | undefined
  readonly name: string | undefined
  readonly uid: string | undefined
} {
  const { namespace, name, uid } = metadata ?? {}
  return { kind: 'Pod', namespace, name, uid }
}
