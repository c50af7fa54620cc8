import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { addMissingResources, roundResourceList } from '../resource-list/resource-list-defaults.js'
import { type Container, Pod, type PodSpec, type PodStatus } from '../v1/types.gen.js'
import { defaultPodResources } from './pod-resource-defaults.js'
import { defaultPodSpec } from './pod-spec-defaults.js'

/** Registers the defaults of Pod. */
export function addPodDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, Pod, defaultPod)
}

/** Fills a pod. Requests follow limits here and not in pod templates. */
export function defaultPod(pod: Pod): void {
  pod.spec ??= { containers: [] }
  const spec: PodSpec = pod.spec
  const containers = itemsOf(spec.containers)
  const initContainers = itemsOf(spec.initContainers)
  for (const container of containers) requestLimits(container)
  for (const container of initContainers) requestLimits(container)
  defaultPodResources(spec)
  spec.enableServiceLinks ??= true
  if (spec.hostNetwork === true) {
    for (const container of containers) openHostPorts(container)
    for (const container of initContainers) openHostPorts(container)
  }
  defaultPodSpec(spec)
  if (pod.status) roundStatus(pod.status)
}

function roundStatus(status: PodStatus): void {
  roundAllocation(status)
  for (const each of itemsOf(status.containerStatuses)) roundAllocation(each)
  for (const each of itemsOf(status.initContainerStatuses)) roundAllocation(each)
  for (const each of itemsOf(status.ephemeralContainerStatuses)) roundAllocation(each)
}

function roundAllocation({ allocatedResources, resources }: Pick<PodStatus, 'allocatedResources' | 'resources'>): void {
  roundResourceList(allocatedResources)
  roundResourceList(resources?.limits)
  roundResourceList(resources?.requests)
}

function requestLimits({ resources }: Container): void {
  if (!resources?.limits || isEmpty(resources.limits)) return
  resources.requests ??= {}
  addMissingResources(resources.requests, resources.limits)
}

function isEmpty(table: object): boolean {
  for (const _ in table) return false
  return true
}

function openHostPorts({ ports }: Container): void {
  for (const port of itemsOf(ports)) port.hostPort ||= port.containerPort
}
