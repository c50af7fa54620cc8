import type { SharedInformer } from '@apimachinery/client/cache'
import { ReplicaSet, StatefulSet } from 'apimachinery/api/apps/v1'
import { Namespace, Pod, ReplicationController, Service } from 'apimachinery/api/core/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { ControllerContext } from '../controllers/controller.js'
import type { Profile } from './node-search.js'
import { balancedAllocation } from './plugins/balanced-allocation.js'
import { imageLocality } from './plugins/image-locality.js'
import { interPodAffinity } from './plugins/inter-pod-affinity.js'
import { nodeAffinity } from './plugins/node-affinity.js'
import { nodeDeclaredFeatures } from './plugins/node-declared-features.js'
import { nodeName } from './plugins/node-name.js'
import { nodePorts } from './plugins/node-ports.js'
import { nodeResourcesFit } from './plugins/node-resources-fit.js'
import { nodeUnschedulable } from './plugins/node-unschedulable.js'
import { nodeVolumeLimits } from './plugins/node-volume-limits.js'
import { NamespaceLabels } from './plugins/pod-affinity/namespace-labels.js'
import { podTopologySpread } from './plugins/pod-topology-spread.js'
import { taintToleration } from './plugins/taint-toleration.js'
import { volumeBinding } from './plugins/volume-binding.js'
import { volumeRestrictions } from './plugins/volume-restrictions.js'
import { volumeZone } from './plugins/volume-zone.js'
import type { ClusterState } from './state/cluster-state.js'
import type { StorageState } from './volumes/storage-state.js'

/** A profile with the informers that its plugins read. */
export interface InformedProfile extends Profile {
  readonly informers: readonly Pick<SharedInformer<KubernetesObject>, 'waitForSync'>[]
}

/** The plugins of the default profile; the first that rejects a node is the one that is reported. Source: pkg/scheduler/apis/config/v1/default_plugins.go. */
export function defaultProfile(
  context: ControllerContext,
  { state, storage }: { readonly state: ClusterState; readonly storage: StorageState },
): InformedProfile {
  const { informers } = context
  const services = informers.informerFor(Service)
  const replicationControllers = informers.informerFor(ReplicationController)
  const replicaSets = informers.informerFor(ReplicaSet)
  const statefulSets = informers.informerFor(StatefulSet)
  const namespaces = informers.informerFor(Namespace)
  const spread = podTopologySpread(state, {
    services: services.lister,
    replicationControllers: replicationControllers.lister,
    replicaSets: replicaSets.lister,
    statefulSets: statefulSets.lister,
  })
  const affinity = interPodAffinity(state, new NamespaceLabels(namespaces.lister))
  const single = [nodeUnschedulable, nodeName, taintToleration, nodeAffinity, nodePorts, nodeResourcesFit]
  const volumes = [
    volumeRestrictions(state, storage),
    nodeVolumeLimits(storage),
    volumeBinding({ context, storage, pods: informers.informerFor(Pod).lister }),
    volumeZone(storage),
  ]
  return {
    filters: [...single, ...volumes, spread, affinity, nodeDeclaredFeatures],
    scores: [
      ...[taintToleration, nodeAffinity, nodeResourcesFit],
      ...[spread, affinity, balancedAllocation, imageLocality(state)],
    ],
    informers: [
      ...[services, replicationControllers, replicaSets, statefulSets, namespaces],
      ...Object.values(storage.informers),
    ],
  }
}
