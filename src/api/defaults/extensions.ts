import { defaultOldWorkload } from '../apps/old-workloads.js'
import * as v1beta1 from '../extensions/v1beta1/types.gen.js'
import { type DefaultsRegistrar, withFields, withList } from './defaults-registrar.js'
import { addIngressDefaults, defaultNetworkPolicy } from './networking.js'

const largestInt32 = 2 ** 31 - 1

/** Registers the defaults of `extensions/v1beta1`, which no server serves any more. */
export function addExtensionsDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, { type: v1beta1.Deployment, list: v1beta1.DeploymentList, fill: defaultDeployment })
  withList(scheme, { type: v1beta1.DaemonSet, list: v1beta1.DaemonSetList, fill: defaultDaemonSet })
  withList(scheme, {
    type: v1beta1.ReplicaSet,
    list: v1beta1.ReplicaSetList,
    fill: (set) => {
      defaultOldWorkload(set)
      if (set.spec) set.spec.replicas ??= 1
    },
  })
  withFields(scheme, { type: v1beta1.NetworkPolicy, list: v1beta1.NetworkPolicyList, fill: defaultNetworkPolicy })
  addIngressDefaults(scheme, v1beta1.Ingress, v1beta1.IngressList)
}

function defaultDeployment(deployment: v1beta1.Deployment): void {
  defaultOldWorkload(deployment)
  const spec = deployment.spec as v1beta1.DeploymentSpec
  spec.replicas ??= 1
  spec.strategy ??= {}
  const { strategy } = spec
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') strategy.rollingUpdate ??= {}
  if (strategy.rollingUpdate) {
    strategy.rollingUpdate.maxUnavailable ??= 1
    strategy.rollingUpdate.maxSurge ??= 1
  }
  spec.progressDeadlineSeconds ??= largestInt32
  spec.revisionHistoryLimit ??= largestInt32
}

function defaultDaemonSet(set: v1beta1.DaemonSet): void {
  defaultOldWorkload(set)
  const spec = set.spec as v1beta1.DaemonSetSpec
  spec.updateStrategy ??= {}
  const strategy = spec.updateStrategy
  strategy.type ||= 'OnDelete'
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {}
    strategy.rollingUpdate.maxUnavailable ??= 1
    strategy.rollingUpdate.maxSurge ??= 0
  }
  spec.revisionHistoryLimit ??= 10
}
