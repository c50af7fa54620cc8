import { named, type PolicyRole, rule } from './policy-role.js'

/** Roles in `kube-system` and `kube-public`. Source: bootstrap policy of Kubernetes 1.36. */
export const namespaceRoles: readonly PolicyRole[] = [
  {
    namespace: 'kube-public',
    name: 'system:controller:bootstrap-signer',
    rules: [
      rule('get list watch', 'core', 'configmaps'),
      named('cluster-info', rule('update', 'core', 'configmaps')),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
  {
    namespace: 'kube-system',
    name: 'extension-apiserver-authentication-reader',
    rules: [named('extension-apiserver-authentication', rule('get list watch', 'core', 'configmaps'))],
  },
  {
    namespace: 'kube-system',
    name: 'system::leader-locking-kube-controller-manager',
    rules: [
      rule('create get list update watch', 'coordination.k8s.io', 'leases'),
      rule('create get list update watch', 'coordination.k8s.io', 'leasecandidates'),
    ],
  },
  {
    namespace: 'kube-system',
    name: 'system::leader-locking-kube-scheduler',
    rules: [
      rule('create get list update watch', 'coordination.k8s.io', 'leases'),
      rule('create get list update watch', 'coordination.k8s.io', 'leasecandidates'),
    ],
  },
  {
    namespace: 'kube-system',
    name: 'system:controller:bootstrap-signer',
    rules: [rule('get list watch', 'core', 'secrets')],
  },
  {
    namespace: 'kube-system',
    name: 'system:controller:cloud-provider',
    rules: [rule('create get list watch', 'core', 'configmaps')],
  },
  {
    namespace: 'kube-system',
    name: 'system:controller:token-cleaner',
    rules: [
      rule('delete get list watch', 'core', 'secrets'),
      rule('create patch update', 'core events.k8s.io', 'events'),
    ],
  },
]
