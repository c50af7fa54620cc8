import { named, type PolicyRole, rule } from './policy-role.js'

/**
 * The roles of the controllers of kube-controller-manager. Source: plugin/pkg/auth/authorizer/rbac/bootstrappolicy of
 * Kubernetes 1.36.
 */
export const controllerRoles: readonly PolicyRole[] = [
  {
    name: 'system:controller:attachdetach-controller',
    rules: [
      rule('list watch', 'core', 'persistentvolumeclaims persistentvolumes'),
      rule('get list watch', 'core', 'nodes'),
      rule('patch update', 'core', 'nodes/status'),
      rule('list watch', 'core', 'pods'),
      rule('create patch update', 'core events.k8s.io', 'events'),
      rule('create delete get list watch', 'storage.k8s.io', 'volumeattachments'),
      rule('get list watch', 'storage.k8s.io', 'csidrivers'),
      rule('get list watch', 'storage.k8s.io', 'csinodes'),
    ],
  },
  {
    name: 'system:controller:certificate-controller',
    rules: [
      rule('delete get list watch', 'certificates.k8s.io', 'certificatesigningrequests'),
      rule('update', 'certificates.k8s.io', 'certificatesigningrequests/approval certificatesigningrequests/status'),
      named('kubernetes.io/kube-apiserver-client-kubelet', rule('approve', 'certificates.k8s.io', 'signers')),
      named(
        'kubernetes.io/kube-apiserver-client kubernetes.io/kube-apiserver-client-kubelet kubernetes.io/kubelet-serving kubernetes.io/legacy-unknown',
        rule('sign', 'certificates.k8s.io', 'signers'),
      ),
      rule('create', 'authorization.k8s.io', 'subjectaccessreviews'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:clusterrole-aggregation-controller',
    rules: [rule('escalate get list patch update watch', 'rbac.authorization.k8s.io', 'clusterroles')],
  },
  {
    name: 'system:controller:cronjob-controller',
    rules: [
      rule('get list update watch', 'batch', 'cronjobs'),
      rule('create delete get list patch update watch', 'batch', 'jobs'),
      rule('update', 'batch', 'cronjobs/status'),
      rule('update', 'batch', 'cronjobs/finalizers'),
      rule('delete list watch', 'core', 'pods'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:daemon-set-controller',
    rules: [
      rule('get list watch', 'apps extensions', 'daemonsets'),
      rule('update', 'apps extensions', 'daemonsets/status'),
      rule('update', 'apps extensions', 'daemonsets/finalizers'),
      rule('list watch', 'core', 'nodes'),
      rule('create delete list patch watch', 'core', 'pods'),
      rule('create', 'core', 'pods/binding'),
      rule('create delete get list patch update watch', 'apps', 'controllerrevisions'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:deployment-controller',
    rules: [
      rule('get list update watch', 'apps extensions', 'deployments'),
      rule('update', 'apps extensions', 'deployments/status'),
      rule('update', 'apps extensions', 'deployments/finalizers'),
      rule('create delete get list patch update watch', 'apps extensions', 'replicasets'),
      rule('get list update watch', 'core', 'pods'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:device-taint-eviction-controller',
    rules: [
      rule('delete get list watch', 'core', 'pods'),
      rule('patch update', 'core', 'pods/status'),
      rule('get list watch', 'resource.k8s.io', 'resourceclaims'),
      rule('get list watch', 'resource.k8s.io', 'resourceslices'),
      rule('get list watch', 'resource.k8s.io', 'deviceclasses'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:disruption-controller',
    rules: [
      rule('get list watch', 'apps extensions', 'deployments'),
      rule('get list watch', 'apps extensions', 'replicasets'),
      rule('get list watch', 'core', 'replicationcontrollers'),
      rule('get list watch', 'policy', 'poddisruptionbudgets'),
      rule('get list watch', 'apps', 'statefulsets'),
      rule('update', 'policy', 'poddisruptionbudgets/status'),
      rule('patch update', 'core', 'pods/status'),
      rule('get', '*', '*/scale'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:endpoint-controller',
    rules: [
      rule('get list watch', 'core', 'pods services'),
      rule('create delete get list update watch', 'core', 'endpoints'),
      rule('create', 'core', 'endpoints/restricted'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:endpointslice-controller',
    rules: [
      rule('get list watch', 'core', 'nodes pods services'),
      rule('update', 'core', 'services/finalizers'),
      rule('create delete get list update watch', 'discovery.k8s.io', 'endpointslices'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:endpointslicemirroring-controller',
    rules: [
      rule('get list watch', 'core', 'endpoints services'),
      rule('update', 'core', 'services/finalizers'),
      rule('update', 'core', 'endpoints/finalizers'),
      rule('create delete get list update watch', 'discovery.k8s.io', 'endpointslices'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:ephemeral-volume-controller',
    rules: [
      rule('get list watch', 'core', 'pods'),
      rule('update', 'core', 'pods/finalizers'),
      rule('create get list watch', 'core', 'persistentvolumeclaims'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:expand-controller',
    rules: [
      rule('get list patch update watch', 'core', 'persistentvolumes'),
      rule('patch update', 'core', 'persistentvolumeclaims/status'),
      rule('get list watch', 'core', 'persistentvolumeclaims'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:generic-garbage-collector',
    rules: [
      rule('delete get list patch update watch', '*', '*'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:horizontal-pod-autoscaler',
    rules: [
      rule('get list watch', 'autoscaling', 'horizontalpodautoscalers'),
      rule('update', 'autoscaling', 'horizontalpodautoscalers/status'),
      rule('get update', '*', '*/scale'),
      rule('list watch', 'core', 'pods'),
      rule('list watch', 'metrics.k8s.io', 'pods'),
      rule('get list watch', 'custom.metrics.k8s.io', '*'),
      rule('get list watch', 'external.metrics.k8s.io', '*'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:job-controller',
    rules: [
      rule('get list patch update watch', 'batch', 'jobs'),
      rule('update', 'batch', 'jobs/status'),
      rule('update', 'batch', 'jobs/finalizers'),
      rule('create delete list patch watch', 'core', 'pods'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:legacy-service-account-token-cleaner',
    rules: [
      named('kube-apiserver-legacy-service-account-token-tracking', rule('get', 'core', 'configmaps')),
      rule('delete patch', 'core', 'secrets'),
    ],
  },
  {
    name: 'system:controller:namespace-controller',
    rules: [
      rule('delete get list watch', 'core', 'namespaces'),
      rule('update', 'core', 'namespaces/finalize namespaces/status'),
      rule('delete deletecollection get list watch', '*', '*'),
    ],
  },
  {
    name: 'system:controller:node-controller',
    rules: [
      rule('delete get list patch update watch', 'core', 'nodes'),
      rule('patch update', 'core', 'nodes/status'),
      rule('patch update', 'core', 'pods/status'),
      rule('delete get list watch', 'core', 'pods'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:persistent-volume-binder',
    rules: [
      rule('create delete get list update watch', 'core', 'persistentvolumes'),
      rule('update', 'core', 'persistentvolumes/status'),
      rule('get list update watch', 'core', 'persistentvolumeclaims'),
      rule('update', 'core', 'persistentvolumeclaims/status'),
      rule('create delete get list watch', 'core', 'pods'),
      rule('get list watch', 'storage.k8s.io', 'storageclasses'),
      rule('list watch', 'core', 'nodes'),
      rule('create patch update', 'core events.k8s.io', 'events'),
      rule('watch', 'core', 'events'),
    ],
  },
  {
    name: 'system:controller:pod-garbage-collector',
    rules: [
      rule('delete list watch', 'core', 'pods'),
      rule('get list watch', 'core', 'nodes'),
      rule('patch', 'core', 'pods/status'),
    ],
  },
  {
    name: 'system:controller:pv-protection-controller',
    rules: [
      rule('get list update watch', 'core', 'persistentvolumes'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:pvc-protection-controller',
    rules: [
      rule('get list update watch', 'core', 'persistentvolumeclaims'),
      rule('update', 'core', 'persistentvolumeclaims/status'),
      rule('get list watch', 'core', 'pods'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:replicaset-controller',
    rules: [
      rule('get list update watch', 'apps extensions', 'replicasets'),
      rule('update', 'apps extensions', 'replicasets/status'),
      rule('update', 'apps extensions', 'replicasets/finalizers'),
      rule('create delete list patch watch', 'core', 'pods'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:replication-controller',
    rules: [
      rule('get list update watch', 'core', 'replicationcontrollers'),
      rule('update', 'core', 'replicationcontrollers/status'),
      rule('update', 'core', 'replicationcontrollers/finalizers'),
      rule('create delete list patch watch', 'core', 'pods'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:resource-claim-controller',
    rules: [
      rule('get list watch', 'core', 'pods'),
      rule('update', 'core', 'pods/finalizers'),
      rule('create delete get list watch', 'resource.k8s.io', 'resourceclaims'),
      rule('patch update', 'resource.k8s.io', 'resourceclaims resourceclaims/status'),
      rule('patch update', 'core', 'pods/status'),
      rule('create patch update', 'core events.k8s.io', 'events'),
      rule('patch update', 'resource.k8s.io', 'resourceclaims/binding'),
    ],
  },
  {
    name: 'system:controller:resourcequota-controller',
    rules: [
      rule('list watch', '*', '*'),
      rule('update', 'core', 'resourcequotas/status'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:root-ca-cert-publisher',
    rules: [rule('create update', 'core', 'configmaps'), rule('create patch update', 'core events.k8s.io', 'events')],
  },
  {
    name: 'system:controller:route-controller',
    rules: [
      rule('list watch', 'core', 'nodes'),
      rule('patch', 'core', 'nodes/status'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:selinux-warning-controller',
    rules: [
      rule('create patch update', 'core events.k8s.io', 'events'),
      rule('get list watch', 'core', 'persistentvolumes'),
      rule('get list watch', 'core', 'persistentvolumeclaims'),
      rule('get list watch', 'core', 'pods'),
      rule('get list watch', 'storage.k8s.io', 'csidrivers'),
    ],
  },
  {
    name: 'system:controller:service-account-controller',
    rules: [rule('create', 'core', 'serviceaccounts'), rule('create patch update', 'core events.k8s.io', 'events')],
  },
  {
    name: 'system:controller:service-cidrs-controller',
    rules: [
      rule('get list patch update watch', 'networking.k8s.io', 'servicecidrs'),
      rule('patch update', 'networking.k8s.io', 'servicecidrs/finalizers'),
      rule('patch update', 'networking.k8s.io', 'servicecidrs/status'),
      rule('get list watch', 'networking.k8s.io', 'ipaddresses'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:service-controller',
    rules: [
      rule('get list watch', 'core', 'services'),
      rule('patch update', 'core', 'services/status'),
      rule('list watch', 'core', 'nodes'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:statefulset-controller',
    rules: [
      rule('list watch', 'core', 'pods'),
      rule('get list watch', 'apps', 'statefulsets'),
      rule('update', 'apps', 'statefulsets/status'),
      rule('update', 'apps', 'statefulsets/finalizers'),
      rule('create delete get patch update', 'core', 'pods'),
      rule('create delete get list patch update watch', 'apps', 'controllerrevisions'),
      rule('create get list watch', 'core', 'persistentvolumeclaims'),
      rule('delete update', 'core', 'persistentvolumeclaims'),
      rule('update', 'core', 'pods/finalizers'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:ttl-after-finished-controller',
    rules: [
      rule('delete get list watch', 'batch', 'jobs'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:ttl-controller',
    rules: [
      rule('list patch update watch', 'core', 'nodes'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:validatingadmissionpolicy-status-controller',
    rules: [
      rule('get list watch', 'admissionregistration.k8s.io', 'validatingadmissionpolicies'),
      rule('get patch update', 'admissionregistration.k8s.io', 'validatingadmissionpolicies/status'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:controller:volumeattributesclass-protection-controller',
    rules: [
      rule('get list watch', 'core', 'persistentvolumeclaims'),
      rule('get list watch', 'core', 'persistentvolumes'),
      rule('get list update watch', 'storage.k8s.io', 'volumeattributesclasses'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
]
