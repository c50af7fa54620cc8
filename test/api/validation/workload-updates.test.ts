import { describe } from 'vitest'
import { updateTableOf } from './row-tables.js'

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'x' }] } }
const spec = { selector: { matchLabels: { a: 'b' } }, template }
const metadata = { name: 'x', namespace: 't' }
const jobSpec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } } }
// Each row puts one value into the stored object; its errors are those of the Go code of 1.36.
describe('Deployment', () => {
  updateTableOf({ old: { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec } }, [
    [
      'spec.selector',
      { matchLabels: { a: 'b', c: 'd' } },
      [
        'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
        'spec.selector: Invalid value: {"matchLabels":{"a":"b","c":"d"}}: field is immutable',
      ],
    ],
    ['spec.replicas', 3, []],
  ])
})

describe('Deployment/status', () => {
  updateTableOf({ old: { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }, subresource: 'status' }, [
    [
      'status',
      { replicas: -1, availableReplicas: 1 },
      [
        'status.replicas: Invalid value: -1: must be greater than or equal to 0',
        'status.updatedReplicas: Invalid value: 0: cannot be greater than status.replicas',
        'status.readyReplicas: Invalid value: 0: cannot be greater than status.replicas',
        'status.availableReplicas: Invalid value: 1: cannot be greater than status.replicas',
        'status.availableReplicas: Invalid value: 1: cannot be greater than readyReplicas',
      ],
    ],
    [
      'status',
      { replicas: 1, readyReplicas: 2 },
      ['status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas'],
    ],
    [
      'status',
      { collisionCount: -1 },
      ['status.collisionCount: Invalid value: -1: must be greater than or equal to 0'],
    ],
  ])
})

describe('StatefulSet', () => {
  updateTableOf(
    { old: { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { ...spec, serviceName: 's' } } },
    [
      [
        'spec.serviceName',
        't',
        [
          "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
        ],
      ],
      [
        'spec.podManagementPolicy',
        'Parallel',
        [
          "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
        ],
      ],
      ['spec.replicas', 3, []],
    ],
  )
})

describe('StatefulSet/status', () => {
  updateTableOf(
    {
      old: { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { ...spec, serviceName: 's' } },
      subresource: 'status',
    },
    [
      [
        'status',
        { replicas: 1, readyReplicas: 2, currentReplicas: -1 },
        [
          'status.currentReplicas: Invalid value: -1: must be greater than or equal to 0',
          'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
        ],
      ],
    ],
  )
})

describe('DaemonSet/status', () => {
  updateTableOf({ old: { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec }, subresource: 'status' }, [
    [
      'status',
      { numberReady: -1, desiredNumberScheduled: -1 },
      [
        'status.desiredNumberScheduled: Invalid value: -1: must be greater than or equal to 0',
        'status.numberReady: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
  ])
})

describe('ReplicaSet/status', () => {
  updateTableOf({ old: { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec }, subresource: 'status' }, [
    [
      'status',
      { replicas: 1, fullyLabeledReplicas: 2, readyReplicas: 2 },
      [
        'status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas',
        'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
      ],
    ],
  ])
})

describe('Job', () => {
  updateTableOf({ old: { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: jobSpec } }, [
    [
      'spec.completions',
      2,
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.completions: Invalid value: 2: field is immutable',
        'spec.selector: Invalid value: null: field is immutable',
        'spec.template: Invalid value: {"Spec":{"Volumes":null,"InitContainers":null,"Containers":[{"Name":"c","Image":"x","Command":null,"Args":null,"WorkingDir":"","Ports":null,"EnvFrom":null,"Env":null,"Resources":{"Limits":null,"Requests":null,"Claims":null},"ResizePolicy":null,"RestartPolicy":null,"RestartPolicyRules":null,"VolumeMounts":null,"VolumeDevices":null,"LivenessProbe":null,"ReadinessProbe":null,"StartupProbe":null,"Lifecycle":null,"TerminationMessagePath":"/dev/termination-log","TerminationMessagePolicy":"File","ImagePullPolicy":"Always","SecurityContext":null,"Stdin":false,"StdinOnce":false,"TTY":false}],"EphemeralContainers":null,"RestartPolicy":"Never","TerminationGracePeriodSeconds":30,"ActiveDeadlineSeconds":null,"DNSPolicy":"ClusterFirst","NodeSelector":null,"ServiceAccountName":"","AutomountServiceAccountToken":null,"NodeName":"","SecurityContext":{"HostNetwork":false,"HostPID":false,"HostIPC":false,"ShareProcessNamespace":null,"HostUsers":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"SupplementalGroups":null,"SupplementalGroupsPolicy":null,"FSGroup":null,"FSGroupChangePolicy":null,"Sysctls":null,"SeccompProfile":null,"AppArmorProfile":null,"SELinuxChangePolicy":null},"ImagePullSecrets":null,"Hostname":"","Subdomain":"","SetHostnameAsFQDN":null,"Affinity":null,"SchedulerName":"default-scheduler","Tolerations":null,"HostAliases":null,"PriorityClassName":"","Priority":null,"PreemptionPolicy":null,"DNSConfig":null,"ReadinessGates":null,"RuntimeClassName":null,"Overhead":null,"EnableServiceLinks":null,"TopologySpreadConstraints":null,"OS":null,"SchedulingGates":null,"ResourceClaims":null,"Resources":null,"HostnameOverride":null,"SchedulingGroup":null}}: field is immutable',
      ],
    ],
    [
      'spec.completionMode',
      'Indexed',
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Invalid value: null: field is immutable',
        'spec.template: Invalid value: {"Spec":{"Volumes":null,"InitContainers":null,"Containers":[{"Name":"c","Image":"x","Command":null,"Args":null,"WorkingDir":"","Ports":null,"EnvFrom":null,"Env":null,"Resources":{"Limits":null,"Requests":null,"Claims":null},"ResizePolicy":null,"RestartPolicy":null,"RestartPolicyRules":null,"VolumeMounts":null,"VolumeDevices":null,"LivenessProbe":null,"ReadinessProbe":null,"StartupProbe":null,"Lifecycle":null,"TerminationMessagePath":"/dev/termination-log","TerminationMessagePolicy":"File","ImagePullPolicy":"Always","SecurityContext":null,"Stdin":false,"StdinOnce":false,"TTY":false}],"EphemeralContainers":null,"RestartPolicy":"Never","TerminationGracePeriodSeconds":30,"ActiveDeadlineSeconds":null,"DNSPolicy":"ClusterFirst","NodeSelector":null,"ServiceAccountName":"","AutomountServiceAccountToken":null,"NodeName":"","SecurityContext":{"HostNetwork":false,"HostPID":false,"HostIPC":false,"ShareProcessNamespace":null,"HostUsers":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"SupplementalGroups":null,"SupplementalGroupsPolicy":null,"FSGroup":null,"FSGroupChangePolicy":null,"Sysctls":null,"SeccompProfile":null,"AppArmorProfile":null,"SELinuxChangePolicy":null},"ImagePullSecrets":null,"Hostname":"","Subdomain":"","SetHostnameAsFQDN":null,"Affinity":null,"SchedulerName":"default-scheduler","Tolerations":null,"HostAliases":null,"PriorityClassName":"","Priority":null,"PreemptionPolicy":null,"DNSConfig":null,"ReadinessGates":null,"RuntimeClassName":null,"Overhead":null,"EnableServiceLinks":null,"TopologySpreadConstraints":null,"OS":null,"SchedulingGates":null,"ResourceClaims":null,"Resources":null,"HostnameOverride":null,"SchedulingGroup":null}}: field is immutable',
        'spec.completionMode: Invalid value: "Indexed": field is immutable',
      ],
    ],
    [
      'spec.parallelism',
      2,
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.completions: Invalid value: null: field is immutable',
        'spec.selector: Invalid value: null: field is immutable',
        'spec.template: Invalid value: {"Spec":{"Volumes":null,"InitContainers":null,"Containers":[{"Name":"c","Image":"x","Command":null,"Args":null,"WorkingDir":"","Ports":null,"EnvFrom":null,"Env":null,"Resources":{"Limits":null,"Requests":null,"Claims":null},"ResizePolicy":null,"RestartPolicy":null,"RestartPolicyRules":null,"VolumeMounts":null,"VolumeDevices":null,"LivenessProbe":null,"ReadinessProbe":null,"StartupProbe":null,"Lifecycle":null,"TerminationMessagePath":"/dev/termination-log","TerminationMessagePolicy":"File","ImagePullPolicy":"Always","SecurityContext":null,"Stdin":false,"StdinOnce":false,"TTY":false}],"EphemeralContainers":null,"RestartPolicy":"Never","TerminationGracePeriodSeconds":30,"ActiveDeadlineSeconds":null,"DNSPolicy":"ClusterFirst","NodeSelector":null,"ServiceAccountName":"","AutomountServiceAccountToken":null,"NodeName":"","SecurityContext":{"HostNetwork":false,"HostPID":false,"HostIPC":false,"ShareProcessNamespace":null,"HostUsers":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"SupplementalGroups":null,"SupplementalGroupsPolicy":null,"FSGroup":null,"FSGroupChangePolicy":null,"Sysctls":null,"SeccompProfile":null,"AppArmorProfile":null,"SELinuxChangePolicy":null},"ImagePullSecrets":null,"Hostname":"","Subdomain":"","SetHostnameAsFQDN":null,"Affinity":null,"SchedulerName":"default-scheduler","Tolerations":null,"HostAliases":null,"PriorityClassName":"","Priority":null,"PreemptionPolicy":null,"DNSConfig":null,"ReadinessGates":null,"RuntimeClassName":null,"Overhead":null,"EnableServiceLinks":null,"TopologySpreadConstraints":null,"OS":null,"SchedulingGates":null,"ResourceClaims":null,"Resources":null,"HostnameOverride":null,"SchedulingGroup":null}}: field is immutable',
      ],
    ],
    [
      'spec.backoffLimit',
      -1,
      [
        'spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0',
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0',
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Invalid value: null: field is immutable',
        'spec.template: Invalid value: {"Spec":{"Volumes":null,"InitContainers":null,"Containers":[{"Name":"c","Image":"x","Command":null,"Args":null,"WorkingDir":"","Ports":null,"EnvFrom":null,"Env":null,"Resources":{"Limits":null,"Requests":null,"Claims":null},"ResizePolicy":null,"RestartPolicy":null,"RestartPolicyRules":null,"VolumeMounts":null,"VolumeDevices":null,"LivenessProbe":null,"ReadinessProbe":null,"StartupProbe":null,"Lifecycle":null,"TerminationMessagePath":"/dev/termination-log","TerminationMessagePolicy":"File","ImagePullPolicy":"Always","SecurityContext":null,"Stdin":false,"StdinOnce":false,"TTY":false}],"EphemeralContainers":null,"RestartPolicy":"Never","TerminationGracePeriodSeconds":30,"ActiveDeadlineSeconds":null,"DNSPolicy":"ClusterFirst","NodeSelector":null,"ServiceAccountName":"","AutomountServiceAccountToken":null,"NodeName":"","SecurityContext":{"HostNetwork":false,"HostPID":false,"HostIPC":false,"ShareProcessNamespace":null,"HostUsers":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"SupplementalGroups":null,"SupplementalGroupsPolicy":null,"FSGroup":null,"FSGroupChangePolicy":null,"Sysctls":null,"SeccompProfile":null,"AppArmorProfile":null,"SELinuxChangePolicy":null},"ImagePullSecrets":null,"Hostname":"","Subdomain":"","SetHostnameAsFQDN":null,"Affinity":null,"SchedulerName":"default-scheduler","Tolerations":null,"HostAliases":null,"PriorityClassName":"","Priority":null,"PreemptionPolicy":null,"DNSConfig":null,"ReadinessGates":null,"RuntimeClassName":null,"Overhead":null,"EnableServiceLinks":null,"TopologySpreadConstraints":null,"OS":null,"SchedulingGates":null,"ResourceClaims":null,"Resources":null,"HostnameOverride":null,"SchedulingGroup":null}}: field is immutable',
      ],
    ],
    [
      'spec.podReplacementPolicy',
      'Failed',
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Invalid value: null: field is immutable',
        'spec.template: Invalid value: {"Spec":{"Volumes":null,"InitContainers":null,"Containers":[{"Name":"c","Image":"x","Command":null,"Args":null,"WorkingDir":"","Ports":null,"EnvFrom":null,"Env":null,"Resources":{"Limits":null,"Requests":null,"Claims":null},"ResizePolicy":null,"RestartPolicy":null,"RestartPolicyRules":null,"VolumeMounts":null,"VolumeDevices":null,"LivenessProbe":null,"ReadinessProbe":null,"StartupProbe":null,"Lifecycle":null,"TerminationMessagePath":"/dev/termination-log","TerminationMessagePolicy":"File","ImagePullPolicy":"Always","SecurityContext":null,"Stdin":false,"StdinOnce":false,"TTY":false}],"EphemeralContainers":null,"RestartPolicy":"Never","TerminationGracePeriodSeconds":30,"ActiveDeadlineSeconds":null,"DNSPolicy":"ClusterFirst","NodeSelector":null,"ServiceAccountName":"","AutomountServiceAccountToken":null,"NodeName":"","SecurityContext":{"HostNetwork":false,"HostPID":false,"HostIPC":false,"ShareProcessNamespace":null,"HostUsers":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"SupplementalGroups":null,"SupplementalGroupsPolicy":null,"FSGroup":null,"FSGroupChangePolicy":null,"Sysctls":null,"SeccompProfile":null,"AppArmorProfile":null,"SELinuxChangePolicy":null},"ImagePullSecrets":null,"Hostname":"","Subdomain":"","SetHostnameAsFQDN":null,"Affinity":null,"SchedulerName":"default-scheduler","Tolerations":null,"HostAliases":null,"PriorityClassName":"","Priority":null,"PreemptionPolicy":null,"DNSConfig":null,"ReadinessGates":null,"RuntimeClassName":null,"Overhead":null,"EnableServiceLinks":null,"TopologySpreadConstraints":null,"OS":null,"SchedulingGates":null,"ResourceClaims":null,"Resources":null,"HostnameOverride":null,"SchedulingGroup":null}}: field is immutable',
      ],
    ],
    [
      'spec.managedBy',
      'a.b/c',
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.selector: Invalid value: null: field is immutable',
        'spec.template: Invalid value: {"Spec":{"Volumes":null,"InitContainers":null,"Containers":[{"Name":"c","Image":"x","Command":null,"Args":null,"WorkingDir":"","Ports":null,"EnvFrom":null,"Env":null,"Resources":{"Limits":null,"Requests":null,"Claims":null},"ResizePolicy":null,"RestartPolicy":null,"RestartPolicyRules":null,"VolumeMounts":null,"VolumeDevices":null,"LivenessProbe":null,"ReadinessProbe":null,"StartupProbe":null,"Lifecycle":null,"TerminationMessagePath":"/dev/termination-log","TerminationMessagePolicy":"File","ImagePullPolicy":"Always","SecurityContext":null,"Stdin":false,"StdinOnce":false,"TTY":false}],"EphemeralContainers":null,"RestartPolicy":"Never","TerminationGracePeriodSeconds":30,"ActiveDeadlineSeconds":null,"DNSPolicy":"ClusterFirst","NodeSelector":null,"ServiceAccountName":"","AutomountServiceAccountToken":null,"NodeName":"","SecurityContext":{"HostNetwork":false,"HostPID":false,"HostIPC":false,"ShareProcessNamespace":null,"HostUsers":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"SupplementalGroups":null,"SupplementalGroupsPolicy":null,"FSGroup":null,"FSGroupChangePolicy":null,"Sysctls":null,"SeccompProfile":null,"AppArmorProfile":null,"SELinuxChangePolicy":null},"ImagePullSecrets":null,"Hostname":"","Subdomain":"","SetHostnameAsFQDN":null,"Affinity":null,"SchedulerName":"default-scheduler","Tolerations":null,"HostAliases":null,"PriorityClassName":"","Priority":null,"PreemptionPolicy":null,"DNSConfig":null,"ReadinessGates":null,"RuntimeClassName":null,"Overhead":null,"EnableServiceLinks":null,"TopologySpreadConstraints":null,"OS":null,"SchedulingGates":null,"ResourceClaims":null,"Resources":null,"HostnameOverride":null,"SchedulingGroup":null}}: field is immutable',
        'spec.managedBy: Invalid value: "a.b/c": field is immutable',
      ],
    ],
  ])
})

describe('Job/status', () => {
  updateTableOf({ old: { apiVersion: 'batch/v1', kind: 'Job', metadata, spec: jobSpec }, subresource: 'status' }, [
    ['status', { active: -1 }, ['status.active: Invalid value: -1: must be greater than or equal to 0']],
    [
      'status',
      { active: 1, conditions: [{ type: 'Complete', status: 'True' }] },
      [
        'status.completionTime: Required value: completionTime is required for Complete jobs',
        'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
        'status.active: Invalid value: 1: active>0 is invalid for finished job',
        'status.startTime: Required value: startTime is required for finished job',
      ],
    ],
    [
      'status',
      {
        conditions: [
          { type: 'Complete', status: 'True' },
          { type: 'Failed', status: 'True' },
        ],
      },
      [
        'status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions',
        'status.completionTime: Required value: completionTime is required for Complete jobs',
        'status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition',
        'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
        'status.startTime: Required value: startTime is required for finished job',
      ],
    ],
    [
      'status',
      { completedIndexes: '1' },
      [
        'status.completedIndexes: Invalid value: "1": error parsing completedIndexes: too large index: "1"',
        'status.completedIndexes: Invalid value: "1": cannot set non-empty completedIndexes when non-indexed completion mode',
      ],
    ],
    [
      'status',
      { uncountedTerminatedPods: { succeeded: ['a', 'a', ''], failed: ['a'] } },
      [
        'status.uncountedTerminatedPods.succeeded[1]: Duplicate value: "a"',
        'status.uncountedTerminatedPods.succeeded[2]: Invalid value: "": must not be empty',
        'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
      ],
    ],
    ['status', { ready: 2, active: 1 }, ['status.ready: Invalid value: 2: cannot set more ready pods than active']],
    ['status', { succeeded: 2 }, []],
  ])
})

describe('CronJob', () => {
  updateTableOf(
    {
      old: {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata,
        spec: { schedule: '* * * * *', jobTemplate: { spec: jobSpec } },
      },
    },
    [
      ['spec.schedule', 'nope', ['spec.schedule: Invalid value: "nope": expected exactly 5 fields, found 1: [nope]']],
      [
        'spec.timeZone',
        'Nowhere/City',
        ['spec.timeZone: Invalid value: "Nowhere/City": unknown time zone Nowhere/City'],
      ],
    ],
  )
})
