import { daemonSetAtOldVersion, daemonSetOfOldVersion } from '../apps/daemon-set/conversions.js'
import { deploymentAtOldVersion, deploymentOfOldVersion } from '../apps/deployment/conversions.js'
import * as apps from '../apps/v1/types.gen.js'
import { DeploymentRollback as AppsDeploymentRollback } from '../apps/v1beta1/types.gen.js'
import { addScaleConversions } from '../autoscaling/scale/conversions.js'
import * as v1beta1 from '../extensions/v1beta1/types.gen.js'
import { newIngressSpec, oldIngressSpec } from '../networking/ingress/conversions.js'
import * as networking from '../networking/v1/types.gen.js'
import { Ingress as NetworkingIngressV1beta1 } from '../networking/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { recast, recastWith } from './recast.js'

/** Registers the conversions between kinds of `extensions/v1beta1` and of the groups that they have moved to. */
export function addExtensionsConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.Deployment, apps.Deployment, (from) => deploymentOfOldVersion(from))
  scheme.addConversion(apps.Deployment, v1beta1.Deployment, (from) => deploymentAtOldVersion(from, v1beta1.Deployment))
  scheme.addConversion(v1beta1.DaemonSet, apps.DaemonSet, daemonSetOfOldVersion)
  scheme.addConversion(apps.DaemonSet, v1beta1.DaemonSet, daemonSetAtOldVersion)
  scheme.addConversion(v1beta1.ReplicaSet, apps.ReplicaSet, (from) => recast(from, apps.ReplicaSet))
  scheme.addConversion(apps.ReplicaSet, v1beta1.ReplicaSet, (from) => recast(from, v1beta1.ReplicaSet))
  scheme.addConversion(v1beta1.DeploymentRollback, AppsDeploymentRollback, (from) =>
    recast(from, AppsDeploymentRollback),
  )
  scheme.addConversion(AppsDeploymentRollback, v1beta1.DeploymentRollback, (from) =>
    recast(from, v1beta1.DeploymentRollback),
  )
  scheme.addConversion(v1beta1.NetworkPolicy, networking.NetworkPolicy, (from) =>
    recast(from, networking.NetworkPolicy),
  )
  scheme.addConversion(networking.NetworkPolicy, v1beta1.NetworkPolicy, (from) => recast(from, v1beta1.NetworkPolicy))
  addIngressConversions(scheme)
  addScaleConversions(scheme, v1beta1.Scale)
}

function addIngressConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.Ingress, networking.Ingress, (from) =>
    recastWith(from, networking.Ingress, { spec: newIngressSpec(from.spec) }),
  )
  scheme.addConversion(networking.Ingress, v1beta1.Ingress, (from) =>
    recastWith(from, v1beta1.Ingress, { spec: oldIngressSpec(from.spec) }),
  )
  scheme.addConversion(v1beta1.Ingress, NetworkingIngressV1beta1, (from) => recast(from, NetworkingIngressV1beta1))
  scheme.addConversion(NetworkingIngressV1beta1, v1beta1.Ingress, (from) => recast(from, v1beta1.Ingress))
}
