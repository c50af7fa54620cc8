import { type DefaultsOptions, type DefaultsRegistrar, gatesOf, withList } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { addMissingResources, roundResourceList } from '../resource-list/resource-list-defaults.js'
import { type Container, Pod, type PodSpec, type PodStatus } from '../v1/types.gen.js'
import { defaultPodResources } from './pod-resource-defaults.js'
import { defaultPodSpec } from './pod-spec-defaults.js'

/** Registers the defaults of Pod. */
export function addPodDefaults(scheme: DefaultsRegistrar, options: DefaultsOptions): void {
  const featureEnabled = gatesOf(options)
  const features = {
    // Otherwise pods get resources when they are stored, and all their containers are there.
    podResources: featureEnabled('PodLevelResources') && !featureEnabled('PodLevelResourcesFixDefaulting'),
    probeProtocol: featureEnabled('H2CContainerProbe'),
  }
  withList(scheme, Pod, (pod) => defaultPod(pod, features))
}

/** What the gates of a server decide about the defaults of pods. */
interface PodFeatures {
  readonly podResources: boolean
  readonly probeProtocol: boolean
}

/** Fills a pod. Requests follow limits here and not in pod templates. */
function defaultPod(pod: Pod, features: PodFeatures): void {
  pod.spec ??= { containers: [] }
  const spec: PodSpec = pod.spec
  const containers = itemsOf(spec.containers)
  const initContainers = itemsOf(spec.initContainers)
  for (const container of containers) requestLimits(container)
  for (const container of initContainers) requestLimits(container)
  if (features.podResources) defaultPodResources(spec)
  spec.enableServiceLinks ??= true
  if (spec.hostNetwork === true) {
    for (const container of containers) openHostPorts(container)
    for (const container of initContainers) openHostPorts(container)
  }
  if (features.probeProtocol) {
    for (const container of [...containers, ...initContainers, ...itemsOf(spec.ephemeralContainers)]) {
      defaultProbeProtocols(container)
    }
  }
  defaultPodSpec(spec)
  if (pod.status) roundStatus(pod.status)
}

function defaultProbeProtocols({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container): void {
  for (const handler of [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop]) {
    if (handler?.httpGet) handler.httpGet.protocol ??= 'HTTP1'
  }
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
