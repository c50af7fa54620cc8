import type { Container, Pod, PodAffinityTerm } from 'apimachinery/api/core/v1'
import { computePodQOS } from 'apimachinery/api/validation/core'
import type { Quantity } from 'apimachinery/resource'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { PassiveClock } from 'apimachinery/wait'
import type { AdmissionAttributes } from '../../attributes.js'
import { isPodLevel, podRequirementsWithOverhead, specResources } from '../../pod-requirements.js'
import { addAmounts, oneQuantity, type ResourceAmounts } from '../../resource-amounts.js'
import { implicitPrefix } from './device-facts.js'
import { intersection, objectCountName, type QuotaEvaluator, type ScopeSelector, selectorFits } from './evaluator.js'

const resource = { group: '', resource: 'pods' }
const computeNames = ['cpu', 'memory', 'ephemeral-storage']
const names = [
  objectCountName(resource),
  'pods',
  ...computeNames,
  ...computeNames.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
]
/** If a quota has one of these, every container must declare its amount. */
const demanded = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']

/**
 * Counts pods that have not ended, and what they request.
 *
 * Source: pkg/quota/v1/evaluator/core/pods.go of Kubernetes.
 */
export function podEvaluator(clock: PassiveClock): QuotaEvaluator {
  return {
    resource,
    scoped: true,
    handles: handlesPod,
    matchingResources: (all) => [...intersection(all, names), ...all.filter(isPrefixed)],
    matchesScope: (selector, object) => inScope(selector, object as Pod),
    usage: (object: KubernetesObject) => podUsage(object as Pod, clock),
    missing: (required, object) => missingResources(required, object as Pod),
  }
}

function handlesPod({ operation, subresource, object, oldObject }: AdmissionAttributes): boolean {
  if (subresource === 'resize') return operation === 'UPDATE'
  if (subresource !== '') return false
  // An update can move a pod from one scope to another.
  if (operation === 'UPDATE') return isTerminating(object as Pod) !== isTerminating(oldObject as Pod)
  return operation === 'CREATE'
}

function isPrefixed(name: string): boolean {
  return name.startsWith('hugepages-') || name.startsWith('requests.hugepages-') || isExtendedRequest(name)
}

/** Whether a quota counts an extended resource under this name. */
export function isExtendedRequest(name: string): boolean {
  return name.startsWith('requests.') && isExtended(name.slice('requests.'.length))
}

/** Devices have names of their own, or those of their class. */
function isExtended(name: string): boolean {
  return name.startsWith(implicitPrefix) || (name.includes('/') && !name.includes('kubernetes.io/'))
}

/** What a pod uses of quotas. */
export function podUsage(pod: Pod, clock: PassiveClock): ResourceAmounts {
  const count = new Map([[objectCountName(resource), oneQuantity]])
  if (hasEnded(pod, clock)) return count
  const requests = podRequirementsWithOverhead(pod, 'requests')
  return addAmounts(count, computeUsage(requests, podRequirementsWithOverhead(pod, 'limits')))
}

/** A pod that has ended, or whose time to end is over, uses nothing. */
function hasEnded({ metadata, status }: Pod, clock: PassiveClock): boolean {
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return true
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata ?? {}
  if (!deletionTimestamp || deletionGracePeriodSeconds === undefined) return false
  return clock.now() > Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1000
}

function computeUsage(requests: ResourceAmounts, limits: ResourceAmounts): ResourceAmounts {
  const usage = new Map<string, Quantity>([['pods', oneQuantity]])
  for (const name of computeNames) {
    const [request, limit] = [requests.get(name), limits.get(name)]
    if (request !== undefined) usage.set(name, request).set(`requests.${name}`, request)
    if (limit !== undefined) usage.set(`limits.${name}`, limit)
  }
  for (const [name, request] of requests) {
    if (name.startsWith('hugepages-')) usage.set(name, request).set(`requests.${name}`, request)
    else if (isExtended(name)) usage.set(`requests.${name}`, request)
  }
  return usage
}

function missingResources(required: readonly string[], { spec }: Pod): string | undefined {
  const ofPod = [...Object.keys(spec?.resources?.requests ?? {}), ...Object.keys(spec?.resources?.limits ?? {})]
  if (ofPod.some(isPodLevel)) return undefined
  const wanted = intersection(required, demanded)
  const containers = [...(spec?.containers ?? []), ...(spec?.initContainers ?? [])]
  const texts = wanted.flatMap((name) => {
    const without = containers.filter((container) => !usageOf(container).has(name)).map((each) => each.name ?? '')
    return without.length === 0 ? [] : [`${name} for: ${[...new Set(without)].sort().join(',')}`]
  })
  return texts.length === 0 ? undefined : `must specify ${texts.join('; ')}`
}

function usageOf(container: Container): ResourceAmounts {
  return computeUsage(specResources(container, 'requests'), specResources(container, 'limits'))
}

function inScope(selector: ScopeSelector, pod: Pod): boolean {
  switch (selector.scopeName) {
    case 'Terminating':
      return isTerminating(pod)
    case 'NotTerminating':
      return !isTerminating(pod)
    case 'BestEffort':
      return isBestEffort(pod)
    case 'NotBestEffort':
      return !isBestEffort(pod)
    case 'PriorityClass':
      return selectorFits(selector, pod.spec?.priorityClassName ? [pod.spec.priorityClassName] : [])
    case 'CrossNamespacePodAffinity':
      return affinityTerms(pod).some(({ namespaces, namespaceSelector }) => {
        return (namespaces?.length ?? 0) > 0 || (namespaceSelector !== undefined && namespaceSelector !== null)
      })
    default:
      return false
  }
}

function isTerminating(pod: Pod | undefined): boolean {
  const seconds = pod?.spec?.activeDeadlineSeconds
  return seconds !== undefined && seconds !== null && seconds >= 0
}

function isBestEffort({ spec, status }: Pod): boolean {
  if (status?.qosClass) return status.qosClass === 'BestEffort'
  return computePodQOS(spec ?? { containers: [] }, { podLevelResources: true, fixQOSClass: true }) === 'BestEffort'
}

function affinityTerms({ spec }: Pod): PodAffinityTerm[] {
  return [spec?.affinity?.podAffinity, spec?.affinity?.podAntiAffinity].flatMap((affinity) => [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((each) => each.podAffinityTerm ?? {}),
  ])
}
