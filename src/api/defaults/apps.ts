import { defaultOldWorkload } from '../apps/old-workloads.js'
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
import {
  DeploymentList as DeploymentListV1beta1,
  Deployment as DeploymentV1beta1,
  StatefulSetList as StatefulSetListV1beta1,
  StatefulSet as StatefulSetV1beta1,
} from '../apps/v1beta1/types.gen.js'
import * as v1beta2 from '../apps/v1beta2/types.gen.js'
import { defaultPodTemplateSpec } from '../core/pod/pod-spec-defaults.js'
import type { PodTemplateSpec } from '../core/v1/types.gen.js'
import { defaultPersistentVolumeClaim } from './core.js'
import { type DefaultsRegistrar, withFields, withList } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

const historyLimit = 10
const rolloutSeconds = 600

/** Registers the defaults of `apps`. */
export function addAppsDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, { type: Deployment, list: DeploymentList, fill: defaultDeployment })
  withList(scheme, { type: DaemonSet, list: DaemonSetList, fill: defaultDaemonSet })
  withList(scheme, { type: StatefulSet, list: StatefulSetList, fill: defaultStatefulSet })
  withList(scheme, { type: ReplicaSet, list: ReplicaSetList, fill: defaultReplicaSet })
  withFields<Deployment>(scheme, { type: v1beta2.Deployment, list: v1beta2.DeploymentList, fill: defaultDeployment })
  withFields<DaemonSet>(scheme, { type: v1beta2.DaemonSet, list: v1beta2.DaemonSetList, fill: defaultDaemonSet })
  withFields<StatefulSet>(scheme, {
    type: v1beta2.StatefulSet,
    list: v1beta2.StatefulSetList,
    fill: defaultStatefulSet,
  })
  withFields<ReplicaSet>(scheme, { type: v1beta2.ReplicaSet, list: v1beta2.ReplicaSetList, fill: defaultReplicaSet })
  withList(scheme, { type: DeploymentV1beta1, list: DeploymentListV1beta1, fill: defaultDeploymentV1beta1 })
  withList(scheme, { type: StatefulSetV1beta1, list: StatefulSetListV1beta1, fill: defaultStatefulSetV1beta1 })
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

const oldHistoryLimit = 2

function defaultDeploymentV1beta1(deployment: DeploymentV1beta1): void {
  defaultOldWorkload(deployment)
  const { spec } = deployment
  if (spec) spec.revisionHistoryLimit ??= oldHistoryLimit
  defaultDeployment(deployment as Deployment)
}

function defaultStatefulSetV1beta1(set: StatefulSetV1beta1): void {
  defaultOldWorkload(set)
  const spec = set.spec as NonNullable<typeof set.spec>
  spec.updateStrategy ??= {}
  spec.updateStrategy.type ||= 'OnDelete'
  defaultStatefulSet(set as StatefulSet)
}
