import { named, type PolicyRole, rule, urls } from './policy-role.js'

/** Roles for components of a cluster. Source: bootstrap policy of Kubernetes 1.36. */
export const systemRoles: readonly PolicyRole[] = [
  {
    name: 'system:auth-delegator',
    rules: [
      rule('create', 'authentication.k8s.io', 'tokenreviews'),
      rule('create', 'authorization.k8s.io', 'subjectaccessreviews'),
    ],
  },
  {
    name: 'system:basic-user',
    rules: [
      rule('create', 'authorization.k8s.io', 'selfsubjectaccessreviews selfsubjectrulesreviews'),
      rule('create', 'authentication.k8s.io', 'selfsubjectreviews'),
    ],
  },
  {
    name: 'system:certificates.k8s.io:certificatesigningrequests:nodeclient',
    rules: [rule('create', 'certificates.k8s.io', 'certificatesigningrequests/nodeclient')],
  },
  {
    name: 'system:certificates.k8s.io:certificatesigningrequests:selfnodeclient',
    rules: [rule('create', 'certificates.k8s.io', 'certificatesigningrequests/selfnodeclient')],
  },
  {
    name: 'system:certificates.k8s.io:kube-apiserver-client-approver',
    rules: [named('kubernetes.io/kube-apiserver-client', rule('approve', 'certificates.k8s.io', 'signers'))],
  },
  {
    name: 'system:certificates.k8s.io:kube-apiserver-client-kubelet-approver',
    rules: [named('kubernetes.io/kube-apiserver-client-kubelet', rule('approve', 'certificates.k8s.io', 'signers'))],
  },
  {
    name: 'system:certificates.k8s.io:kubelet-serving-approver',
    rules: [named('kubernetes.io/kubelet-serving', rule('approve', 'certificates.k8s.io', 'signers'))],
  },
  {
    name: 'system:certificates.k8s.io:legacy-unknown-approver',
    rules: [named('kubernetes.io/legacy-unknown', rule('approve', 'certificates.k8s.io', 'signers'))],
  },
  {
    name: 'system:discovery',
    rules: [urls('get', '/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/')],
  },
  {
    name: 'system:heapster',
    rules: [
      rule('get list watch', 'core', 'events namespaces nodes pods'),
      rule('get list watch', 'extensions', 'deployments'),
    ],
  },
  { name: 'system:kube-aggregator', rules: [rule('get list watch', 'core', 'endpoints services')] },
  {
    name: 'system:kube-controller-manager',
    rules: [
      rule('create patch update', 'core events.k8s.io', 'events'),
      rule('create', 'coordination.k8s.io', 'leases'),
      named('kube-controller-manager', rule('get update', 'coordination.k8s.io', 'leases')),
      rule('create', 'core', 'secrets serviceaccounts'),
      rule('delete', 'core', 'secrets'),
      rule('get', 'core', 'configmaps namespaces secrets serviceaccounts'),
      rule('update', 'core', 'secrets serviceaccounts'),
      rule('create', 'authentication.k8s.io', 'tokenreviews'),
      rule('create', 'authorization.k8s.io', 'subjectaccessreviews'),
      rule('list watch', '*', '*'),
      rule('create', 'core', 'serviceaccounts/token'),
    ],
  },
  { name: 'system:kube-dns', rules: [rule('list watch', 'core', 'endpoints services')] },
  {
    name: 'system:kube-scheduler',
    rules: [
      rule('create patch update', 'core events.k8s.io', 'events'),
      rule('create', 'coordination.k8s.io', 'leases'),
      named('kube-scheduler', rule('get list update watch', 'coordination.k8s.io', 'leases')),
      rule('create delete deletecollection get list patch update watch', 'coordination.k8s.io', 'leasecandidates'),
      rule('get list watch', 'core', 'nodes'),
      rule('delete get list watch', 'core', 'pods'),
      rule('create', 'core', 'bindings pods/binding'),
      rule('patch update', 'core', 'pods/status'),
      rule('get list watch', 'core', 'replicationcontrollers services'),
      rule('get list watch', 'apps extensions', 'replicasets'),
      rule('get list watch', 'apps', 'statefulsets'),
      rule('get list watch', 'policy', 'poddisruptionbudgets'),
      rule('get list watch', 'core', 'persistentvolumeclaims persistentvolumes'),
      rule('create', 'authentication.k8s.io', 'tokenreviews'),
      rule('create', 'authorization.k8s.io', 'subjectaccessreviews'),
      rule('get list watch', 'storage.k8s.io', 'csinodes'),
      rule('get list watch', 'storage.k8s.io', 'volumeattachments'),
      rule('get list watch', 'core', 'namespaces'),
      rule('get list watch', 'storage.k8s.io', 'csidrivers'),
      rule('get list watch', 'storage.k8s.io', 'csistoragecapacities'),
      rule('get list watch', 'resource.k8s.io', 'deviceclasses'),
      rule('get list patch update watch', 'resource.k8s.io', 'resourceclaims'),
      rule('get list patch update watch', 'resource.k8s.io', 'resourceclaims/status'),
      rule('update', 'core', 'pods/finalizers'),
      rule('get list watch', 'resource.k8s.io', 'resourceslices'),
      rule('create delete', 'resource.k8s.io', 'resourceclaims'),
      rule('patch update', 'resource.k8s.io', 'resourceclaims/binding'),
    ],
  },
  {
    name: 'system:kubelet-api-admin',
    rules: [
      rule('get list watch', 'core', 'nodes'),
      rule('proxy', 'core', 'nodes'),
      rule('*', 'core', 'nodes/log nodes/metrics nodes/proxy nodes/stats'),
      rule('*', 'core', 'nodes/configz nodes/healthz nodes/pods'),
    ],
  },
  {
    name: 'system:monitoring',
    rules: [
      urls('get', '/flagz /healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/* /statusz'),
      rule('get', 'core', 'nodes/metrics'),
    ],
  },
  {
    name: 'system:node',
    rules: [
      rule('create', 'authentication.k8s.io', 'tokenreviews'),
      rule('create', 'authorization.k8s.io', 'localsubjectaccessreviews subjectaccessreviews'),
      rule('get list watch', 'core', 'services'),
      rule('create get list watch', 'core', 'nodes'),
      rule('patch update', 'core', 'nodes/status'),
      rule('patch update', 'core', 'nodes'),
      rule('create patch update', 'core events.k8s.io', 'events'),
      rule('get list watch', 'core', 'pods'),
      rule('create delete', 'core', 'pods'),
      rule('patch update', 'core', 'pods/status'),
      rule('create', 'core', 'pods/eviction'),
      rule('get list watch', 'core', 'configmaps secrets'),
      rule('get', 'core', 'persistentvolumeclaims persistentvolumes'),
      rule('get', 'core', 'endpoints'),
      rule('create get list watch', 'certificates.k8s.io', 'certificatesigningrequests'),
      rule('create delete get patch update', 'coordination.k8s.io', 'leases'),
      rule('get', 'storage.k8s.io', 'volumeattachments'),
      rule('create', 'core', 'serviceaccounts/token'),
      rule('get patch update', 'core', 'persistentvolumeclaims/status'),
      rule('get list watch', 'storage.k8s.io', 'csidrivers'),
      rule('create delete get patch update', 'storage.k8s.io', 'csinodes'),
      rule('get list watch', 'node.k8s.io', 'runtimeclasses'),
      rule('get', 'resource.k8s.io', 'resourceclaims'),
      rule('deletecollection', 'resource.k8s.io', 'resourceslices'),
      rule('get', 'core', 'serviceaccounts'),
    ],
  },
  {
    name: 'system:node-bootstrapper',
    rules: [rule('create get list watch', 'certificates.k8s.io', 'certificatesigningrequests')],
  },
  {
    name: 'system:node-problem-detector',
    rules: [
      rule('get', 'core', 'nodes'),
      rule('patch', 'core', 'nodes/status'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    name: 'system:node-proxier',
    rules: [
      rule('list watch', 'core', 'endpoints services'),
      rule('get list watch', 'core', 'nodes'),
      rule('create patch update', 'core events.k8s.io', 'events'),
      rule('list watch', 'networking.k8s.io', 'servicecidrs'),
      rule('list watch', 'discovery.k8s.io', 'endpointslices'),
    ],
  },
  {
    name: 'system:persistent-volume-provisioner',
    rules: [
      rule('create delete get list watch', 'core', 'persistentvolumes'),
      rule('get list update watch', 'core', 'persistentvolumeclaims'),
      rule('get list watch', 'storage.k8s.io', 'storageclasses'),
      rule('watch', 'core', 'events'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  { name: 'system:public-info-viewer', rules: [urls('get', '/healthz /livez /readyz /version /version/')] },
  {
    name: 'system:service-account-issuer-discovery',
    rules: [
      urls(
        'get',
        '/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/',
      ),
    ],
  },
  {
    name: 'system:volume-scheduler',
    rules: [
      rule('get list patch update watch', 'core', 'persistentvolumes'),
      rule('get list watch', 'storage.k8s.io', 'storageclasses'),
      rule('get list patch update watch', 'core', 'persistentvolumeclaims'),
    ],
  },
]
