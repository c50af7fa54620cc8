import type { Pod, Service } from 'apimachinery/api/core/v1'
import { isDeleting } from '../controller.js'

/** Reports whether a pod is ready. */
export function isPodReady({ status }: Pod): boolean {
  return status?.conditions?.find(({ type }) => type === 'Ready')?.status === 'True'
}

/** Reports whether a pod has ended for good. */
export function isPodTerminal({ status }: Pod): boolean {
  return status?.phase === 'Failed' || status?.phase === 'Succeeded'
}

/** Reports whether the endpoints of a service have a pod. Source: `ShouldPodBeInEndpoints` of k8s.io/endpointslice/util. */
export function belongsToEndpoints(pod: Pod, includeTerminating: boolean): boolean {
  if (isPodTerminal(pod)) return false
  const { podIP = '', podIPs = [] } = pod.status ?? {}
  if (podIP === '' && (podIPs?.length ?? 0) === 0) return false
  return includeTerminating || !isDeleting(pod)
}

/** The host name of a pod's endpoint; undefined unless the service is the domain that the pod names. */
export function endpointHostname(pod: Pod, service: Service): string | undefined {
  const { hostname = '', subdomain } = pod.spec ?? {}
  return hostname !== '' && subdomain === service.metadata?.name ? hostname : undefined
}

/** What of a change of a pod concerns endpoints: the pod itself, or the services that select it. */
export interface PodChange {
  readonly pod: boolean
  readonly services: boolean
}

/** Compares two states of a pod. Source: `podEndpointsChanged` of k8s.io/endpointslice/util. */
export function podChange(old: Pod, pod: Pod): PodChange {
  const services =
    !equalMaps(old.metadata?.labels, pod.metadata?.labels) ||
    (old.spec?.hostname ?? '') !== (pod.spec?.hostname ?? '') ||
    (old.spec?.subdomain ?? '') !== (pod.spec?.subdomain ?? '')
  // Upstream compares pointers: for a pod that ends, every change counts.
  const ends = isDeleting(old) || isDeleting(pod)
  return { pod: ends || isPodReady(old) !== isPodReady(pod) || addressesOf(old) !== addressesOf(pod), services }
}

function addressesOf({ status }: Pod): string {
  return (status?.podIPs ?? []).map(({ ip }) => ip).join()
}

/** Reports whether two maps of texts are the same; no map is an empty one. */
export function equalMaps(
  a: Readonly<Record<string, string>> | undefined,
  b: Readonly<Record<string, string>> | undefined,
): boolean {
  const [left, right] = [Object.entries(a ?? {}), b ?? {}]
  return left.length === Object.keys(right).length && left.every(([key, value]) => right[key] === value)
}
