import {
  DaemonSet,
  DaemonSetList,
  type DaemonSetSpec,
  Deployment,
  DeploymentList,
  type DeploymentSpec,
  ReplicaSet,
  ReplicaSetList,
  type ReplicaSetSpec,
  StatefulSet,
  StatefulSetList,
  type StatefulSetSpec,
} from '../apps/v1/types.gen.js'
import type { PodTemplateSpec } from '../core/v1/types.gen.js'
import { defaultPersistentVolumeClaim } from './core.js'
import { type DefaultsRegistrar, withList } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'
import { defaultPodTemplateSpec } from './pod-spec.js'

const historyLimit = 10
const rolloutSeconds = 600

/** Registers the defaults of `apps/v1`. */
export function addAppsDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, { type: Deployment, list: DeploymentList, fill: defaultDeployment })
  withList(scheme, { type: DaemonSet, list: DaemonSetList, fill: defaultDaemonSet })
  withList(scheme, { type: StatefulSet, list: StatefulSetList, fill: defaultStatefulSet })
  withList(scheme, { type: ReplicaSet, list: ReplicaSetList, fill: defaultReplicaSet })
}

function defaultTemplate(spec: { template?: PodTemplateSpec | undefined }): void {
  spec.template ??= {}
  defaultPodTemplateSpec(spec.template)
}

function defaultDeployment(deployment: Deployment): void {
  deployment.spec ??= {} as DeploymentSpec
  const spec = deployment.spec
  spec.replicas ??= 1
  spec.strategy ??= {}
  const strategy = spec.strategy
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {}
    const rolling = strategy.rollingUpdate
    rolling.maxUnavailable ??= '25%'
    rolling.maxSurge ??= '25%'
  }
  spec.revisionHistoryLimit ??= historyLimit
  spec.progressDeadlineSeconds ??= rolloutSeconds
  defaultTemplate(spec)
}

function defaultDaemonSet(set: DaemonSet): void {
  set.spec ??= {} as DaemonSetSpec
  const spec = set.spec
  spec.updateStrategy ??= {}
  const strategy = spec.updateStrategy
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {}
    const rolling = strategy.rollingUpdate
    rolling.maxUnavailable ??= 1
    rolling.maxSurge ??= 0
  }
  spec.revisionHistoryLimit ??= historyLimit
  defaultTemplate(spec)
}

function defaultStatefulSet(set: StatefulSet): void {
  set.spec ??= {} as StatefulSetSpec
  const spec = set.spec
  spec.podManagementPolicy ||= 'OrderedReady'
  spec.updateStrategy ??= {}
  const strategy = spec.updateStrategy
  if (!strategy.type) {
    strategy.type = 'RollingUpdate'
    strategy.rollingUpdate ??= {}
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate) strategy.rollingUpdate.partition ??= 0
  spec.persistentVolumeClaimRetentionPolicy ??= {}
  const retention = spec.persistentVolumeClaimRetentionPolicy
  retention.whenDeleted ||= 'Retain'
  retention.whenScaled ||= 'Retain'
  spec.replicas ??= 1
  spec.revisionHistoryLimit ??= historyLimit
  defaultTemplate(spec)
  for (const claim of itemsOf(spec.volumeClaimTemplates)) defaultPersistentVolumeClaim(claim)
}

function defaultReplicaSet(set: ReplicaSet): void {
  set.spec ??= {} as ReplicaSetSpec
  const spec = set.spec
  spec.replicas ??= 1
  defaultTemplate(spec)
}
