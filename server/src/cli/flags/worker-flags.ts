/** Flags that say how many objects a controller works on at once; the default of each is that of the controller. */
export const workerFlags: readonly WorkerFlag[] = [
  { flag: 'concurrent-deployment-syncs', controller: 'deployment-controller', what: 'deployments' },
  { flag: 'concurrent-replicaset-syncs', controller: 'replicaset-controller', what: 'replica sets' },
  { flag: 'concurrent_rc_syncs', controller: 'replicationcontroller-controller', what: 'replication controllers' },
  { flag: 'concurrent-statefulset-syncs', controller: 'statefulset-controller', what: 'stateful sets' },
  { flag: 'concurrent-daemonset-syncs', controller: 'daemonset-controller', what: 'daemon sets' },
  { flag: 'concurrent-job-syncs', controller: 'job-controller', what: 'jobs' },
  { flag: 'concurrent-cron-job-syncs', controller: 'cronjob-controller', what: 'cron jobs' },
  {
    flag: 'concurrent-horizontal-pod-autoscaler-syncs',
    controller: 'horizontal-pod-autoscaler-controller',
    what: 'autoscalers',
  },
  { flag: 'concurrent-endpoint-syncs', controller: 'endpoints-controller', what: 'endpoints' },
  { flag: 'concurrent-service-endpoint-syncs', controller: 'endpointslice-controller', what: 'services' },
  {
    flag: 'mirroring-concurrent-service-endpoint-syncs',
    controller: 'endpointslice-mirroring-controller',
    what: 'mirrored endpoints',
  },
  {
    flag: 'concurrent-ephemeralvolume-syncs',
    controller: 'ephemeral-volume-controller',
    what: 'pods with ephemeral volumes',
  },
  { flag: 'concurrent-gc-syncs', controller: 'garbage-collector-controller', what: 'objects with owners' },
  { flag: 'concurrent-namespace-syncs', controller: 'namespace-controller', what: 'namespaces' },
  { flag: 'concurrent-resource-quota-syncs', controller: 'resourcequota-controller', what: 'quotas' },
  { flag: 'concurrent-resourceclaim-syncs', controller: 'resourceclaim-controller', what: 'resource claims' },
  {
    flag: 'concurrent-serviceaccount-token-syncs',
    controller: 'serviceaccount-token-controller',
    what: 'token secrets',
  },
  { flag: 'concurrent-ttl-after-finished-syncs', controller: 'ttl-after-finished-controller', what: 'finished jobs' },
  {
    flag: 'concurrent-validating-admission-policy-status-syncs',
    controller: 'validatingadmissionpolicy-status-controller',
    what: 'policies',
  },
]

/** A flag, the controller that it is for, and what that works on. */
export interface WorkerFlag {
  readonly flag: string
  readonly controller: string
  readonly what: string
}
