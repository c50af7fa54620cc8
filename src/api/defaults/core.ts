import type { ObjectInit } from '../../runtime/objects/object-init.js'
import { defaultPod } from '../core/pod/defaults.js'
import { defaultPodTemplateSpec } from '../core/pod/pod-spec-defaults.js'
import { addMissingResources, roundResourceList } from '../core/resource-list/resource-list-defaults.js'
import { defaultService } from '../core/service/defaults.js'
import {
  Endpoints,
  EndpointsList,
  LimitRange,
  type LimitRangeItem,
  LimitRangeList,
  Namespace,
  NamespaceList,
  Node,
  NodeList,
  PersistentVolume,
  PersistentVolumeClaim,
  PersistentVolumeClaimList,
  PersistentVolumeList,
  Pod,
  PodList,
  PodTemplate,
  PodTemplateList,
  ReplicationController,
  ReplicationControllerList,
  ResourceQuota,
  ResourceQuotaList,
  Secret,
  SecretList,
  Service,
  ServiceList,
} from '../core/v1/types.gen.js'
import { defaultClaimSpec } from '../core/volume/defaults.js'
import type { DefaultsRegistrar } from './defaults-registrar.js'
import { withList } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

/** Registers the defaults of `core/v1`. */
export function addCoreDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, { type: Pod, list: PodList, fill: defaultPod })
  withList(scheme, {
    type: PodTemplate,
    list: PodTemplateList,
    fill: (object) => {
      object.template ??= {}
      defaultPodTemplateSpec(object.template)
    },
  })
  withList(scheme, { type: ReplicationController, list: ReplicationControllerList, fill: defaultReplicationController })
  withList(scheme, { type: Service, list: ServiceList, fill: defaultService })
  withList(scheme, { type: Secret, list: SecretList, fill: defaultSecret })
  withList(scheme, { type: PersistentVolume, list: PersistentVolumeList, fill: defaultPersistentVolume })
  withList(scheme, { type: PersistentVolumeClaim, list: PersistentVolumeClaimList, fill: defaultPersistentVolumeClaim })
  withList(scheme, { type: Namespace, list: NamespaceList, fill: defaultNamespace })
  withList(scheme, { type: Node, list: NodeList, fill: defaultNode })
  withList(scheme, { type: Endpoints, list: EndpointsList, fill: defaultEndpoints })
  withList(scheme, { type: LimitRange, list: LimitRangeList, fill: defaultLimitRange })
  withList(scheme, { type: ResourceQuota, list: ResourceQuotaList, fill: defaultResourceQuota })
}

function defaultReplicationController(controller: ReplicationController): void {
  controller.spec ??= {}
  const spec = controller.spec
  spec.replicas ??= 1
  const labels = spec.template?.metadata?.labels
  if (labels) {
    if (isEmpty(spec.selector)) spec.selector = { ...labels }
    if (isEmpty(controller.metadata?.labels)) controller.metadata = { ...controller.metadata, labels: { ...labels } }
  }
  if (spec.template) defaultPodTemplateSpec(spec.template)
}

function defaultSecret(secret: Secret): void {
  secret.type ||= 'Opaque'
}

function isEmpty(table: object | undefined): boolean {
  return Object.keys(table ?? {}).length === 0
}

function defaultPersistentVolume(volume: PersistentVolume): void {
  volume.status ??= {}
  const status = volume.status
  status.phase ||= 'Pending'
  volume.spec ??= {}
  const spec = volume.spec
  spec.persistentVolumeReclaimPolicy ||= 'Retain'
  spec.volumeMode ??= 'Filesystem'
  if (spec.hostPath) spec.hostPath.type ??= ''
  roundResourceList(spec.capacity)
}

/** Applies defaults to a claim, including templates in a StatefulSet. */
export function defaultPersistentVolumeClaim(claim: ObjectInit<PersistentVolumeClaim>): void {
  claim.status ??= {}
  const status = claim.status
  status.phase ||= 'Pending'
  claim.spec ??= {}
  defaultClaimSpec(claim.spec)
  roundResourceList(status.capacity)
  roundResourceList(status.allocatedResources)
}

function defaultNamespace(namespace: Namespace): void {
  const { metadata } = namespace
  if (metadata?.name) metadata.labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name }
  namespace.status ??= {}
  const status = namespace.status
  status.phase ||= 'Active'
}

function defaultNode({ status }: Node): void {
  if (!status) return
  if (!status.allocatable && status.capacity) status.allocatable = { ...status.capacity }
  roundResourceList(status.capacity)
  roundResourceList(status.allocatable)
}

function defaultEndpoints({ subsets }: Endpoints): void {
  for (const { ports } of itemsOf(subsets)) for (const port of itemsOf(ports)) port.protocol ||= 'TCP'
}

function defaultLimitRange({ spec }: LimitRange): void {
  for (const item of itemsOf(spec?.limits)) {
    if (item.type === 'Container') defaultContainerLimits(item)
    for (const list of [item.max, item.min, item.default, item.defaultRequest, item.maxLimitRequestRatio]) {
      roundResourceList(list)
    }
  }
}

function defaultContainerLimits(item: LimitRangeItem): void {
  item.default ??= {}
  item.defaultRequest ??= {}
  addMissingResources(item.default, item.max)
  addMissingResources(item.defaultRequest, item.default)
  addMissingResources(item.defaultRequest, item.min)
  if (isEmpty(item.default)) delete item.default
  if (isEmpty(item.defaultRequest)) delete item.defaultRequest
}

function defaultResourceQuota({ spec, status }: ResourceQuota): void {
  for (const list of [spec?.hard, status?.hard, status?.used]) roundResourceList(list)
}
