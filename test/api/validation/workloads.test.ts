import { describe } from 'vitest'
import { tableOf } from './row-tables.js'

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'x' }] } }
const spec = { selector: { matchLabels: { a: 'b' } }, template }
const metadata = { name: 'x', namespace: 't' }
const jobSpec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } } }

// Each row puts one value into a valid object; its errors are those of the Go code of 1.36.
describe('Deployment', () => {
  tableOf({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec }, [
    [
      'metadata.name',
      'A',
      [
        "metadata.name: Invalid value: \"A\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ],
    ],
    ['spec.selector', {}, ['spec.selector: Invalid value: {}: empty selector is invalid for deployment']],
    [
      'spec.selector',
      { matchLabels: { c: 'd' } },
      ['spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`'],
    ],
    ['spec.replicas', -1, ['spec.replicas: Invalid value: -1: must be greater than or equal to 0']],
    ['spec.minReadySeconds', -1, ['spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0']],
    [
      'spec.minReadySeconds',
      600,
      ['spec.progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds'],
    ],
    [
      'spec.revisionHistoryLimit',
      -1,
      ['spec.revisionHistoryLimit: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'spec.progressDeadlineSeconds',
      0,
      ['spec.progressDeadlineSeconds: Invalid value: 0: must be greater than minReadySeconds'],
    ],
    [
      'spec.strategy',
      { type: 'Slow' },
      [
        'spec.strategy: Unsupported value: {"Type":"Slow","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      'spec.strategy',
      { type: 'Recreate', rollingUpdate: {} },
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      'spec.strategy',
      { rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } },
      ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0'],
    ],
    [
      'spec.strategy',
      { rollingUpdate: { maxUnavailable: '101%', maxSurge: 'a%' } },
      [
        "spec.strategy.rollingUpdate.maxSurge: Invalid value: \"a%\": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
        'spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
      ],
    ],
    [
      'spec.template.spec.restartPolicy',
      'Never',
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
    [
      'spec.template.spec.activeDeadlineSeconds',
      1,
      ['spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported'],
    ],
  ])
})

describe('StatefulSet', () => {
  tableOf({ apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { ...spec, serviceName: 's' } }, [
    [
      'metadata.name',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      [
        'metadata.name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 characters',
      ],
    ],
    [
      'spec.serviceName',
      'A_',
      [
        "spec.serviceName: Invalid value: \"A_\": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [
      'spec.podManagementPolicy',
      'Any',
      ["spec.podManagementPolicy: Invalid value: \"Any\": must be 'OrderedReady' or 'Parallel'"],
    ],
    [
      'spec.updateStrategy',
      { type: 'OnDelete', rollingUpdate: { partition: 1 } },
      [
        'spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":1,"MaxUnavailable":null}: only allowed for updateStrategy \'RollingUpdate\'',
      ],
    ],
    [
      'spec.updateStrategy',
      { type: 'RollingUpdate', rollingUpdate: { partition: -1, maxUnavailable: 0 } },
      ['spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'spec.persistentVolumeClaimRetentionPolicy',
      { whenDeleted: 'Burn', whenScaled: '' },
      [
        'spec.persistentVolumeClaimRetentionPolicy.whenDeleted: Unsupported value: "Burn": supported values: "Retain", "Delete"',
      ],
    ],
    ['spec.ordinals', { start: -1 }, ['spec.ordinals.start: Invalid value: -1: must be greater than or equal to 0']],
    [
      'spec.template.spec.restartPolicy',
      'OnFailure',
      ['spec.template.spec.restartPolicy: Unsupported value: "OnFailure": supported values: "Always"'],
    ],
    ['spec.minReadySeconds', -1, ['spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0']],
  ])
})

describe('DaemonSet', () => {
  tableOf({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec }, [
    [
      'spec.updateStrategy',
      { type: 'Slow' },
      [
        'spec.updateStrategy: Unsupported value: {"Type":"Slow","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    [
      'spec.updateStrategy',
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
      ['spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero'],
    ],
    [
      'spec.updateStrategy',
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } },
      ['spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0'],
    ],
    [
      'spec.selector',
      { matchLabels: { c: 'd' } },
      ['spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`'],
    ],
  ])
})

describe('ReplicaSet', () => {
  tableOf({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec }, [
    ['spec.replicas', -1, ['spec.replicas: Invalid value: -1: must be greater than or equal to 0']],
    [
      'spec.template.metadata.labels',
      null,
      ['spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`'],
    ],
    [
      'spec.template',
      null,
      [
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.template.spec.containers: Required value',
      ],
    ],
    [
      'spec.template.spec.restartPolicy',
      'Never',
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
  ])
})

describe('ReplicationController', () => {
  tableOf({ apiVersion: 'v1', kind: 'ReplicationController', metadata, spec: { selector: { a: 'b' }, template } }, [
    ['spec.replicas', -1, ['spec.replicas: Invalid value: -1: must be greater than or equal to 0']],
    [
      'spec.selector',
      { c: 'd' },
      ['spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`'],
    ],
    ['spec.selector', {}, []],
    ['spec.template', null, ['spec.template: Required value']],
    [
      'spec.template.spec.restartPolicy',
      'Never',
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
  ])
})

describe('Job', () => {
  tableOf({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec: jobSpec }, [
    [
      'spec.template.spec.restartPolicy',
      'Always',
      ['spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
    ],
    ['spec.parallelism', -1, ['spec.parallelism: Invalid value: -1: must be greater than or equal to 0']],
    ['spec.completions', -1, ['spec.completions: Invalid value: -1: must be greater than or equal to 0']],
    ['spec.backoffLimit', -1, ['spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0']],
    [
      'spec.activeDeadlineSeconds',
      -1,
      ['spec.activeDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'spec.ttlSecondsAfterFinished',
      -1,
      ['spec.ttlSecondsAfterFinished: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'spec.completionMode',
      'Any',
      ['spec.completionMode: Unsupported value: "Any": supported values: "NonIndexed", "Indexed"'],
    ],
    ['spec.completionMode', 'Indexed', []],
    ['spec.backoffLimitPerIndex', 1, ['spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode']],
    [
      'spec.maxFailedIndexes',
      1,
      [
        'spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified',
        'spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode',
      ],
    ],
    [
      'spec.selector',
      { matchLabels: { a: 'b' } },
      [
        'spec.selector: Invalid value: {"matchLabels":{"a":"b","batch.kubernetes.io/controller-uid":"uid-1"}}: `selector` not auto-generated',
        'spec.template.metadata.labels: Invalid value: {"batch.kubernetes.io/controller-uid":"uid-1","batch.kubernetes.io/job-name":"x","controller-uid":"uid-1","job-name":"x"}: `selector` does not match template `labels`',
      ],
    ],
    [
      'spec.manualSelector',
      true,
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
      ],
    ],
    [
      'spec.podReplacementPolicy',
      'Never',
      ['spec.podReplacementPolicy: Unsupported value: "Never": supported values: "Failed", "TerminatingOrFailed"'],
    ],
    [
      'spec.managedBy',
      'a',
      ['spec.managedBy: Invalid value: "a": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      'spec.podFailurePolicy',
      {
        rules: [
          { action: 'Ignore' },
          { action: 'Skip', onExitCodes: { operator: 'In', values: [0, 2, 1, 1], containerName: 'z' } },
          { action: 'FailIndex', onPodConditions: [{ type: 'a b', status: 'Yes' }] },
        ],
      },
      [
        'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
        'spec.podFailurePolicy.rules[1].action: Unsupported value: "Skip": supported values: "Count", "FailIndex", "FailJob", "Ignore"',
        'spec.podFailurePolicy.rules[1].onExitCodes.containerName: Invalid value: "z": must be one of the container or initContainer names in the pod template',
        'spec.podFailurePolicy.rules[1].onExitCodes.values[0]: Invalid value: 0: must not be 0 for the In operator',
        'spec.podFailurePolicy.rules[1].onExitCodes.values[3]: Duplicate value: 1',
        'spec.podFailurePolicy.rules[1].onExitCodes.values: Invalid value: [0,2,1,1]: must be ordered',
        'spec.podFailurePolicy.rules[2].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set',
        "spec.podFailurePolicy.rules[2].onPodConditions[0].type: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
        'spec.podFailurePolicy.rules[2].onPodConditions[0].status: Unsupported value: "Yes": supported values: "False", "True", "Unknown"',
      ],
    ],
    [
      'spec.successPolicy',
      { rules: [{ succeededCount: 0 }] },
      [
        'spec.successPolicy: Invalid value: {"Rules":[{"SucceededIndexes":null,"SucceededCount":0}]}: requires indexed completion mode',
      ],
    ],
    [
      'metadata.name',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
      [
        'spec.template.labels: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 bytes',
        'spec.template.labels: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 63 bytes',
      ],
    ],
  ])
})

describe('CronJob', () => {
  tableOf(
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata,
      spec: { schedule: '* * * * *', jobTemplate: { spec: jobSpec } },
    },
    [
      [
        'metadata.name',
        'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
        [
          'metadata.name: Invalid value: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": must be no more than 52 characters',
        ],
      ],
      ['spec.schedule', '', ['spec.schedule: Required value']],
      [
        'spec.schedule',
        '* * * *',
        ['spec.schedule: Invalid value: "* * * *": expected exactly 5 fields, found 4: [* * * *]'],
      ],
      [
        'spec.schedule',
        'TZ=UTC * * * * *',
        [
          'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
        ],
      ],
      [
        'spec.schedule',
        '61 * * * *',
        ['spec.schedule: Invalid value: "61 * * * *": end of range (61) above maximum (59): 61'],
      ],
      [
        'spec.concurrencyPolicy',
        'Both',
        ['spec.concurrencyPolicy: Unsupported value: "Both": supported values: "Allow", "Forbid", "Replace"'],
      ],
      [
        'spec.startingDeadlineSeconds',
        -1,
        ['spec.startingDeadlineSeconds: Invalid value: -1: must be greater than or equal to 0'],
      ],
      [
        'spec.timeZone',
        'Nowhere/City',
        ['spec.timeZone: Invalid value: "Nowhere/City": unknown time zone Nowhere/City'],
      ],
      ['spec.timeZone', '', ['spec.timeZone: Invalid value: "": timeZone must be nil or non-empty string']],
      [
        'spec.successfulJobsHistoryLimit',
        -1,
        ['spec.successfulJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0'],
      ],
      [
        'spec.failedJobsHistoryLimit',
        -1,
        ['spec.failedJobsHistoryLimit: Invalid value: -1: must be greater than or equal to 0'],
      ],
      [
        'spec.jobTemplate.spec.manualSelector',
        true,
        ['spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"'],
      ],
      [
        'spec.jobTemplate.spec.template.spec.restartPolicy',
        'Always',
        ['spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"'],
      ],
      [
        'spec.jobTemplate.spec.backoffLimit',
        -1,
        ['spec.jobTemplate.spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0'],
      ],
    ],
  )
})

describe('ControllerRevision', () => {
  tableOf(
    { apiVersion: 'apps/v1', kind: 'ControllerRevision', metadata, data: { apiVersion: 'v1', kind: 'A' }, revision: 1 },
    [
      ['revision', -1, ['revision: Invalid value: -1: must be greater than or equal to 0']],
      ['data', null, ['data: Required value: data is mandatory']],
    ],
  )
})

describe('PodTemplate', () => {
  tableOf({ apiVersion: 'v1', kind: 'PodTemplate', metadata, template }, [
    ['template.spec.containers', [], ['template.spec.containers: Required value']],
    [
      'template.metadata.labels',
      { 'a b': 'c' },
      [
        "template.labels: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
  ])
})
