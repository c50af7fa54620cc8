import { isSet, structsOf } from '../../validation/go-values.js'
import type { AnyContainer } from '../container/all-containers.js'
import type {
  ContainerStatus,
  LifecycleHandler,
  PodSpec,
  PodStatus,
  PodTemplateSpec,
  Probe,
  VolumeMount,
} from '../v1/types.gen.js'
import { dropVolumeUsers, usesVolumeUsers } from './volume-user-fields.js'

type Enabled = (gate: string) => boolean

/** Takes the fields of features that are off from a pod template; what the old one used, stays usable. */
export function dropDisabledTemplateFields(
  template: PodTemplateSpec | null | undefined,
  old: PodTemplateSpec | null | undefined,
  enabled: Enabled,
): void {
  if (isSet(template?.spec)) dropDisabledPodSpecFields(template.spec, old?.spec, enabled)
}

/** Takes the fields of features that are off from the specification of a pod, in place. */
export function dropDisabledPodSpecFields(spec: PodSpec, old: PodSpec | null | undefined, enabled: Enabled): void {
  for (const { gate, inUse, drop } of features) if (!enabled(gate) && !(isSet(old) && inUse(old))) drop(spec)
}

interface Feature {
  readonly gate: string
  readonly inUse: (spec: PodSpec) => boolean
  readonly drop: (spec: PodSpec) => void
}

const features: readonly Feature[] = [
  {
    gate: 'PodLevelResources',
    inUse: ({ resources }) => hasMembers(resources?.requests) || hasMembers(resources?.limits),
    drop: (spec) => delete spec.resources,
  },
  {
    gate: 'MatchLabelKeysInPodTopologySpread',
    inUse: (spec) => structsOf(spec.topologySpreadConstraints).some(({ matchLabelKeys }) => hasMembers(matchLabelKeys)),
    drop(spec) {
      for (const constraint of structsOf(spec.topologySpreadConstraints)) delete constraint.matchLabelKeys
    },
  },
  { gate: 'ClusterTrustBundleProjection', ...projection('clusterTrustBundle') },
  { gate: 'PodCertificateRequest', ...projection('podCertificate') },
  {
    gate: 'GenericWorkload',
    inUse: ({ schedulingGroup }) => isSet(schedulingGroup),
    drop: (spec) => delete spec.schedulingGroup,
  },
  { gate: 'ContainerRestartRules', inUse: usesRestartRules, drop: dropRestartRules },
  {
    gate: 'HostnameOverride',
    inUse: ({ hostnameOverride }) => isSet(hostnameOverride),
    drop: (spec) => delete spec.hostnameOverride,
  },
  {
    gate: 'EnvFiles',
    inUse: (spec) =>
      containersOf(spec).some(({ env }) => structsOf(env).some((item) => isSet(item.valueFrom?.fileKeyRef))),
    drop(spec) {
      for (const { env } of containersOf(spec)) for (const { valueFrom } of structsOf(env)) delete valueFrom?.fileKeyRef
    },
  },
  {
    gate: 'ContainerStopSignals',
    inUse: (spec) => containersOf(spec).some(({ lifecycle }) => isSet(lifecycle?.stopSignal)),
    drop: dropStopSignals,
  },
  { gate: 'AtomicWriteVolumeUserFields', inUse: usesVolumeUsers, drop: dropVolumeUsers },
  {
    gate: 'EmptyDirVolumeMode',
    inUse: (spec) => structsOf(spec.volumes).some(({ emptyDir }) => isSet(emptyDir?.mode)),
    drop(spec) {
      for (const { emptyDir } of structsOf(spec.volumes)) delete emptyDir?.mode
    },
  },
  {
    gate: 'VolumeBindMountOptions',
    inUse: (spec) => mountsOf(spec).some(({ bindMountOptions }) => hasMembers(bindMountOptions)),
    drop(spec) {
      for (const mount of mountsOf(spec)) delete mount.bindMountOptions
    },
  },
  {
    gate: 'H2CContainerProbe',
    inUse: (spec) => handlersOf(spec).some(({ httpGet }) => isSet(httpGet?.protocol)),
    drop(spec) {
      for (const { httpGet } of handlersOf(spec)) delete httpGet?.protocol
    },
  },
  {
    gate: 'GRPCContainerProbeTLS',
    inUse: (spec) =>
      containersOf(spec)
        .flatMap(probesOf)
        .some(({ grpc }) => isSet(grpc?.mode)),
    drop(spec) {
      for (const { grpc } of containersOf(spec).flatMap(probesOf)) delete grpc?.mode
    },
  },
  {
    gate: 'EvictionRequestAPI',
    inUse: ({ evictionResponders }) => hasMembers(evictionResponders),
    drop: (spec) => delete spec.evictionResponders,
  },
]

function mountsOf(spec: PodSpec): readonly VolumeMount[] {
  return containersOf(spec).flatMap(({ volumeMounts }) => structsOf(volumeMounts))
}

function probesOf({ livenessProbe, readinessProbe, startupProbe }: AnyContainer): readonly Probe[] {
  return [livenessProbe, readinessProbe, startupProbe].filter((probe) => isSet(probe))
}

/** What asks containers by HTTP. */
function handlersOf(spec: PodSpec): readonly LifecycleHandler[] {
  return containersOf(spec).flatMap((container) => {
    const { postStart, preStop } = container.lifecycle ?? {}
    return [...probesOf(container), ...[postStart, preStop].filter((handler) => isSet(handler))]
  })
}

function hasMembers(value: object | null | undefined): boolean {
  return isSet(value) && Object.keys(value).length > 0
}

function containersOf(spec: PodSpec): readonly AnyContainer[] {
  return [...structsOf(spec.containers), ...structsOf(spec.initContainers), ...structsOf(spec.ephemeralContainers)]
}

function projection(name: 'clusterTrustBundle' | 'podCertificate'): Pick<Feature, 'inUse' | 'drop'> {
  const sourcesOf = (spec: PodSpec) => structsOf(spec.volumes).flatMap(({ projected }) => structsOf(projected?.sources))
  return {
    inUse: (spec) => sourcesOf(spec).some((source) => isSet(source[name])),
    drop(spec) {
      for (const source of sourcesOf(spec)) delete source[name]
    },
  }
}

function usesRestartRules(spec: PodSpec): boolean {
  return (
    structsOf(spec.containers).some(({ restartPolicy }) => isSet(restartPolicy)) ||
    structsOf(spec.initContainers).some(
      ({ restartPolicy, restartPolicyRules }) =>
        (isSet(restartPolicy) && restartPolicy !== 'Always') || hasMembers(restartPolicyRules),
    )
  )
}

/** Sidecars keep the one policy that they had before there were rules. */
function dropRestartRules(spec: PodSpec): void {
  const init = new Set<AnyContainer>(structsOf(spec.initContainers))
  for (const container of containersOf(spec)) {
    delete container.restartPolicyRules
    if (!init.has(container) || container.restartPolicy !== 'Always') delete container.restartPolicy
  }
}

function dropStopSignals(spec: PodSpec): void {
  for (const container of containersOf(spec)) {
    const { lifecycle } = container
    if (!isSet(lifecycle?.stopSignal)) continue
    delete lifecycle.stopSignal
    if (!isSet(lifecycle.postStart) && !isSet(lifecycle.preStop)) delete container.lifecycle
  }
}

/** Takes the fields of features that are off from the status of a pod, in place. */
export function dropDisabledPodStatusFields(
  status: PodStatus,
  old: PodStatus | null | undefined,
  enabled: Enabled,
): void {
  const before = old ?? {}
  if (
    !enabled('InPlacePodLevelResourcesVerticalScaling') &&
    !isSet(before.resources) &&
    !isSet(before.allocatedResources)
  ) {
    delete status.resources
    delete status.allocatedResources
  }
  if (!enabled('DRAExtendedResource') && !isSet(before.extendedResourceClaimStatus)) {
    delete status.extendedResourceClaimStatus
  }
  if (!enabled('DRANodeAllocatableResources') && !hasMembers(before.nodeAllocatableResourceClaimStatuses)) {
    delete status.nodeAllocatableResourceClaimStatuses
  }
  if (!enabled('CSIVolumeHealth') && !hasMembers(before.volumeHealth)) delete status.volumeHealth
  for (const { gate, inUse, drop } of statusFeatures) {
    if (!enabled(gate) && !statusesOf(before).some(inUse)) for (const item of statusesOf(status)) drop(item)
  }
}

function statusesOf(status: PodStatus): readonly ContainerStatus[] {
  return [
    ...structsOf(status.containerStatuses),
    ...structsOf(status.initContainerStatuses),
    ...structsOf(status.ephemeralContainerStatuses),
  ]
}

interface StatusFeature {
  readonly gate: string
  readonly inUse: (status: ContainerStatus) => boolean
  readonly drop: (status: ContainerStatus) => void
}

const statusFeatures: readonly StatusFeature[] = [
  {
    gate: 'ResourceHealthStatus',
    inUse: ({ allocatedResourcesStatus }) => hasMembers(allocatedResourcesStatus),
    drop: (status) => delete status.allocatedResourcesStatus,
  },
  {
    gate: 'ResourceHealthStatusMessage',
    inUse: (status) => healthOf(status).some(({ message }) => isSet(message)),
    drop(status) {
      for (const health of healthOf(status)) delete health.message
    },
  },
  {
    gate: 'ImageVolumeWithDigest',
    inUse: ({ volumeMounts }) => structsOf(volumeMounts).some(({ volumeStatus }) => isSet(volumeStatus)),
    drop({ volumeMounts }) {
      for (const mount of structsOf(volumeMounts)) delete mount.volumeStatus
    },
  },
]

function healthOf(status: ContainerStatus) {
  return structsOf(status.allocatedResourcesStatus).flatMap(({ resources }) => structsOf(resources))
}
