import type { ControllerDescriptor } from './controller-descriptor.js'
import { controllerAccount } from './controller-identity.js'
import { deploymentController } from './deployment-controller.js'
import { garbageCollector } from './garbage-collector/garbage-collector.js'
import { jobController } from './job-controller.js'
import { namespaceController } from './namespace-controller.js'
import { replicaSetController } from './replica-set-controller.js'
import { resourceQuotaController } from './resource-quota-controller.js'
import { rootCAPublisher, serviceAccountController } from './service-account-controller.js'
import { ttlAfterFinishedController } from './ttl-after-finished.js'
import { validatingPolicyStatusController } from './validating-policy-status.js'

/**
 * The controllers of this folder, by the names of kube-controller-manager. Source: `NewControllerDescriptors` of
 * cmd/kube-controller-manager/app of Kubernetes.
 */
export const controllerDescriptors = [
  {
    name: 'resourcequota-controller',
    aliases: ['resourcequota'],
    identity: controllerAccount('resourcequota-controller'),
    make: resourceQuotaController,
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
] as const satisfies readonly ControllerDescriptor[]
