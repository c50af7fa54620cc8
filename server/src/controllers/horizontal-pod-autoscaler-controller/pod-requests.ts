import type { Container, Pod } from 'apimachinery/api/core/v1'
import { getName } from 'apimachinery/runtime'
import { isPodLevel, podRequirementsWithOverhead } from '../../admission/pod-requirements.js'
import { milliValue } from './metric-answer.js'
import type { UsedResource } from './metrics-client.js'

/**
 * What pods request of a resource, in thousandths, by their names: the whole pod, or one container. Source: pkg/controller/podautoscaler of
 * Kubernetes.
 *
 * @throws Error where a request is missing
 */
export function podRequests(pods: readonly Pod[], used: UsedResource): Map<string, bigint> {
  return new Map(pods.map((pod) => [getName(pod), requestOf(pod, used)]))
}

function requestOf(pod: Pod, { resource, container }: UsedResource): bigint {
  const ofPod = Object.keys(pod.spec?.resources?.requests ?? {}).some(isPodLevel)
  if (ofPod && container === undefined) {
    const request = podRequirementsWithOverhead(pod, 'requests').get(resource)
    if (request !== undefined) return request.milliValue()
    throw new Error(`missing pod-level request for ${resource} in Pod ${getName(pod)}`)
  }
  const all = containersOf(pod)
  const counted = container === undefined ? all : all.filter(({ name }) => name === container)
  if (container !== undefined && counted.length === 0) {
    throw new Error(`container ${container} not found in Pod ${getName(pod)}`)
  }
  return counted.reduce((sum, each) => sum + requestOfContainer(pod, each, resource), 0n)
}

function requestOfContainer(pod: Pod, { name, resources }: Container, resource: string): bigint {
  const request = resources?.requests?.[resource]
  if (request !== undefined) return milliValue(String(request))
  throw new Error(`missing request for ${resource} in container ${name} of Pod ${getName(pod)}`)
}

/** Containers that run as long as the pod does. */
function containersOf({ spec }: Pod): readonly Container[] {
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always')
  return [...(spec?.containers ?? []), ...sidecars]
}
