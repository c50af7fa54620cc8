import { bootstrapSignerController } from './bootstrap-tokens/bootstrap-signer.js'
import { tokenCleanerController } from './bootstrap-tokens/token-cleaner.js'
import { requestApprovingController } from './certificate-requests/request-approving.js'
import { requestCleanerController } from './certificate-requests/request-cleaner.js'
import { requestSigningController } from './certificate-requests/request-signing.js'
import { clusterRoleAggregationController } from './cluster-role-aggregation.js'
import type { ControllerDescriptor } from './controller-descriptor.js'
import { controllerAccount, controllerManager } from './controller-identity.js'
import { cronJobController } from './cronjob-controller/cronjob-controller.js'
import { daemonSetController } from './daemonset-controller/daemonset-controller.js'
import { deploymentController } from './deployment-controller/deployment-controller.js'
import { disruptionController } from './disruption-controller/disruption-controller.js'
import { endpointsController } from './endpoints-controller/endpoints-controller.js'
import { endpointSliceController } from './endpointslice-controller/endpointslice-controller.js'
import { endpointSliceMirroringController } from './endpointslice-mirroring-controller/endpointslice-mirroring-controller.js'
import { ephemeralVolumeController } from './ephemeral-volume-controller/ephemeral-volume-controller.js'
import { garbageCollector } from './garbage-collector/garbage-collector.js'
import { horizontalPodAutoscalerController } from './horizontal-pod-autoscaler-controller/horizontal-pod-autoscaler-controller.js'
import { jobController } from './job-controller/job-controller.js'
import { madeUpVolumeProvisioner } from './made-up-volume-provisioner/made-up-volume-provisioner.js'
import { namespaceController } from './namespace-controller.js'
import { nodeIPAMController } from './node-ipam-controller/node-ipam-controller.js'
import { nodeLifecycleController } from './node-lifecycle/node-lifecycle-controller.js'
import { persistentVolumeBinderController } from './persistentvolume-binder-controller/persistentvolume-binder-controller.js'
import { persistentVolumeExpanderController } from './persistentvolume-expander-controller/persistentvolume-expander-controller.js'
import { persistentVolumeProtectionController } from './persistentvolume-protection-controller/persistentvolume-protection-controller.js'
import { persistentVolumeClaimProtectionController } from './persistentvolumeclaim-protection-controller/persistentvolumeclaim-protection-controller.js'
import { podGarbageCollector } from './pod-garbage-collector.js'
import { replicaSetController } from './replicaset-controller/replicaset-controller.js'
import { replicationControllerController } from './replicationcontroller-controller/replicationcontroller-controller.js'
import { resourceQuotaController } from './resource-quota-controller.js'
import { resourceClaimController } from './resourceclaim-controller/resourceclaim-controller.js'
import { rootCAPublisher, serviceAccountController } from './service-account-controller.js'
import { legacyTokenCleanerController } from './service-account-tokens/legacy-token-cleaner.js'
import { tokenSecretController } from './service-account-tokens/token-secrets.js'
import { statefulSetController } from './statefulset-controller/statefulset-controller.js'
import { taintEvictionController } from './taint-eviction/taint-eviction-controller.js'
import { ttlAfterFinishedController } from './ttl-after-finished.js'
import { ttlController } from './ttl-controller.js'
import { validatingPolicyStatusController } from './validating-policy-status.js'
import { volumeAttributesClassProtectionController } from './volumeattributesclass-protection-controller/volumeattributesclass-protection-controller.js'

/**
 * The controllers of this folder, by the names of kube-controller-manager. Source: `NewControllerDescriptors` of
 * cmd/kube-controller-manager/app of Kubernetes.
 */
export const controllerDescriptors = [
  {
    name: 'resourcequota-controller',
    aliases: ['resourcequota'],
    identity: controllerAccount('resourcequota-controller'),
    make: (context, { tuning }) => resourceQuotaController(context, tuning?.quotaSyncPeriod),
  },
  {
    name: 'namespace-controller',
    aliases: ['namespace'],
    identity: controllerAccount('namespace-controller'),
    make: namespaceController,
  },
  {
    name: 'serviceaccount-controller',
    aliases: ['serviceaccount'],
    identity: controllerAccount('service-account-controller'),
    make: serviceAccountController,
  },
  {
    name: 'garbage-collector-controller',
    aliases: ['garbagecollector'],
    identity: controllerAccount('generic-garbage-collector'),
    make: garbageCollector,
  },
  {
    name: 'daemonset-controller',
    aliases: ['daemonset'],
    identity: controllerAccount('daemon-set-controller'),
    make: daemonSetController,
  },
  {
    name: 'job-controller',
    aliases: ['job'],
    identity: controllerAccount('job-controller'),
    make: jobController,
  },
  {
    name: 'deployment-controller',
    aliases: ['deployment'],
    identity: controllerAccount('deployment-controller'),
    make: deploymentController,
  },
  {
    name: 'replicaset-controller',
    aliases: ['replicaset'],
    identity: controllerAccount('replicaset-controller'),
    make: replicaSetController,
  },
  {
    name: 'statefulset-controller',
    aliases: ['statefulset'],
    identity: controllerAccount('statefulset-controller'),
    make: statefulSetController,
  },
  {
    name: 'ttl-after-finished-controller',
    aliases: ['ttl-after-finished'],
    identity: controllerAccount('ttl-after-finished-controller'),
    make: ttlAfterFinishedController,
  },
  {
    name: 'root-ca-certificate-publisher-controller',
    aliases: ['root-ca-cert-publisher'],
    identity: controllerAccount('root-ca-cert-publisher'),
    make: async (context, { certificateAuthority }) => rootCAPublisher(context, await certificateAuthority()),
  },
  {
    name: 'validatingadmissionpolicy-status-controller',
    aliases: ['validatingadmissionpolicy-status'],
    identity: controllerAccount('validatingadmissionpolicy-status-controller'),
    make: validatingPolicyStatusController,
  },
  {
    name: 'endpoints-controller',
    aliases: ['endpoint'],
    identity: controllerAccount('endpoint-controller'),
    component: 'endpoint-controller',
    make: endpointsController,
  },
  {
    name: 'endpointslice-controller',
    aliases: ['endpointslice'],
    identity: controllerAccount('endpointslice-controller'),
    component: 'endpoint-slice-controller',
    make: endpointSliceController,
  },
  {
    name: 'endpointslice-mirroring-controller',
    aliases: ['endpointslicemirroring'],
    identity: controllerAccount('endpointslicemirroring-controller'),
    component: 'endpoint-slice-mirroring-controller',
    make: endpointSliceMirroringController,
  },
  {
    name: 'persistentvolume-binder-controller',
    aliases: ['persistentvolume-binder'],
    identity: controllerAccount('persistent-volume-binder'),
    component: 'persistentvolume-controller',
    make: persistentVolumeBinderController,
  },
  {
    name: 'persistentvolume-expander-controller',
    aliases: ['persistentvolume-expander'],
    identity: controllerAccount('expand-controller'),
    component: 'volume_expand',
    make: persistentVolumeExpanderController,
  },
  {
    name: 'persistentvolumeclaim-protection-controller',
    aliases: ['pvc-protection'],
    identity: controllerAccount('pvc-protection-controller'),
    make: persistentVolumeClaimProtectionController,
  },
  {
    name: 'persistentvolume-protection-controller',
    aliases: ['pv-protection'],
    identity: controllerAccount('pv-protection-controller'),
    make: persistentVolumeProtectionController,
  },
  {
    name: 'volumeattributesclass-protection-controller',
    aliases: ['vac-protection'],
    identity: controllerAccount('volumeattributesclass-protection-controller'),
    make: volumeAttributesClassProtectionController,
  },
  {
    name: 'ephemeral-volume-controller',
    aliases: ['ephemeral-volume'],
    identity: controllerAccount('ephemeral-volume-controller'),
    component: 'ephemeral_volume',
    make: ephemeralVolumeController,
  },
  {
    name: 'resourceclaim-controller',
    aliases: ['resource-claim-controller'],
    identity: controllerAccount('resource-claim-controller'),
    component: 'resource_claim',
    make: resourceClaimController,
  },
  {
    name: 'made-up-volume-provisioner',
    aliases: [],
    identity: controllerAccount('persistent-volume-binder'),
    make: madeUpVolumeProvisioner,
  },
  {
    name: 'horizontal-pod-autoscaler-controller',
    aliases: ['horizontalpodautoscaling'],
    identity: controllerAccount('horizontal-pod-autoscaler'),
    component: 'horizontal-pod-autoscaler',
    make: (context, { tuning }) => horizontalPodAutoscalerController(context, tuning?.autoscaler),
  },
  {
    name: 'disruption-controller',
    aliases: ['disruption'],
    identity: controllerAccount('disruption-controller'),
    component: 'controllermanager',
    make: disruptionController,
  },
  {
    name: 'cronjob-controller',
    aliases: ['cronjob'],
    identity: controllerAccount('cronjob-controller'),
    make: cronJobController,
  },
  {
    name: 'node-ipam-controller',
    aliases: ['nodeipam'],
    identity: controllerAccount('node-controller'),
    component: 'cidrAllocator',
    make: (context, { tuning }) => nodeIPAMController(context, tuning?.nodeCIDRs),
  },
  {
    name: 'node-lifecycle-controller',
    aliases: ['nodelifecycle'],
    identity: controllerAccount('node-controller'),
    component: 'node-controller',
    make: (context, { tuning }) => nodeLifecycleController(context, tuning?.nodeLifecycle),
  },
  {
    name: 'taint-eviction-controller',
    aliases: [],
    identity: controllerAccount('node-controller'),
    make: taintEvictionController,
  },
  {
    name: 'pod-garbage-collector-controller',
    aliases: ['podgc'],
    identity: controllerAccount('pod-garbage-collector'),
    make: (context, { tuning }) => podGarbageCollector(context, tuning?.terminatedPods),
  },
  {
    name: 'ttl-controller',
    aliases: ['ttl'],
    identity: controllerAccount('ttl-controller'),
    make: ttlController,
  },
  {
    name: 'replicationcontroller-controller',
    aliases: ['replicationcontroller'],
    identity: controllerAccount('replication-controller'),
    component: 'replication-controller',
    make: replicationControllerController,
  },
  {
    name: 'serviceaccount-token-controller',
    aliases: ['serviceaccount-token'],
    identity: controllerManager,
    make: tokenSecretController,
  },
  {
    name: 'legacy-serviceaccount-token-cleaner-controller',
    aliases: ['legacy-service-account-token-cleaner'],
    identity: controllerAccount('legacy-service-account-token-cleaner'),
    make: (context, { tuning }) => legacyTokenCleanerController(context, tuning?.legacyTokenCleanUpPeriod),
  },
  {
    name: 'clusterrole-aggregation-controller',
    aliases: ['clusterrole-aggregation'],
    identity: controllerAccount('clusterrole-aggregation-controller'),
    make: clusterRoleAggregationController,
  },
  {
    name: 'certificatesigningrequest-signing-controller',
    aliases: ['csrsigning'],
    identity: controllerAccount('certificate-controller'),
    make: requestSigningController,
  },
  {
    name: 'certificatesigningrequest-approving-controller',
    aliases: ['csrapproving'],
    identity: controllerAccount('certificate-controller'),
    make: requestApprovingController,
  },
  {
    name: 'certificatesigningrequest-cleaner-controller',
    aliases: ['csrcleaner'],
    identity: controllerAccount('certificate-controller'),
    make: requestCleanerController,
  },
  {
    name: 'bootstrap-signer-controller',
    aliases: ['bootstrapsigner'],
    disabledByDefault: true,
    identity: controllerAccount('bootstrap-signer'),
    make: bootstrapSignerController,
  },
  {
    name: 'token-cleaner-controller',
    aliases: ['tokencleaner'],
    disabledByDefault: true,
    identity: controllerAccount('token-cleaner'),
    make: tokenCleanerController,
  },
] as const satisfies readonly ControllerDescriptor[]
