import { describe } from 'vitest'
import { updateTableOf } from './row-tables.js'

const running = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 't' },
  spec: {
    containers: [{ name: 'c', image: 'x', resources: { requests: { cpu: '1' } } }],
    activeDeadlineSeconds: 100,
    tolerations: [{ key: 'a', operator: 'Exists' }],
  },
}
const gated = {
  ...running,
  spec: { containers: [{ name: 'c', image: 'x' }], schedulingGates: [{ name: 'g' }], nodeSelector: { a: 'b' } },
}

// Each row puts one value into the stored object; its errors are those of the Go code of 1.36.
describe('Pod', () => {
  updateTableOf({ old: running }, [
    ['spec.containers.0.image', 'y', []],
    [
      'spec.containers.0.image',
      '',
      [
        'spec.containers[0].image: Required value',
        'spec.containers[0].image: Required value',
        'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n@@ -29,7 +29,7 @@\n    "Lifecycle": null,\n    "TerminationMessagePath": "/dev/termination-log",\n    "TerminationMessagePolicy": "File",\n-   "ImagePullPolicy": "Always",\n+   "ImagePullPolicy": "IfNotPresent",\n    "SecurityContext": null,\n    "Stdin": false,\n    "StdinOnce": false,\n',
      ],
    ],
    ['spec.activeDeadlineSeconds', 10, []],
    [
      'spec.activeDeadlineSeconds',
      200,
      ['spec.activeDeadlineSeconds: Invalid value: 200: must be less than or equal to previous value'],
    ],
    [
      'spec.activeDeadlineSeconds',
      null,
      ['spec.activeDeadlineSeconds: Invalid value: null: must not update from a positive integer to nil value'],
    ],
    [
      'spec.tolerations',
      [],
      ['spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds'],
    ],
    [
      'spec.tolerations',
      [
        { key: 'a', operator: 'Exists' },
        { key: 'b', operator: 'Exists' },
      ],
      [],
    ],
    [
      'spec.schedulingGates',
      [{ name: 'g' }],
      ["spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'g'"],
    ],
    ['metadata.labels', { a: 'b' }, []],
    [
      'spec.containers',
      [
        { name: 'c', image: 'x' },
        { name: 'd', image: 'x' },
      ],
      ['spec.containers: Forbidden: pod updates may not add or remove containers'],
    ],
    [
      'metadata.deletionGracePeriodSeconds',
      1,
      [
        'metadata.deletionGracePeriodSeconds: Invalid value: 1: field is immutable',
        'metadata.deletionGracePeriodSeconds: Invalid value: 1: field is immutable',
      ],
    ],
  ])
})

describe('gated Pod', () => {
  updateTableOf({ old: gated }, [
    ['spec.nodeSelector', { a: 'b', c: 'd' }, []],
    [
      'spec.nodeSelector',
      { a: 'c' },
      [
        'spec.nodeSelector: Invalid value: {"a":"c"}: only additions to spec.nodeSelector are allowed (no mutations or deletions)',
      ],
    ],
    ['spec.schedulingGates', [], []],
    [
      'spec.schedulingGates',
      [{ name: 'h' }],
      ["spec.schedulingGates[0].name: Forbidden: only deletion is allowed, but found new scheduling gate 'h'"],
    ],
  ])
})

describe('Pod/status', () => {
  updateTableOf({ old: running, subresource: 'status' }, [
    ['status', { phase: 'Gone' }, []],
    [
      'status',
      { conditions: [{ type: 'a b', status: 'True' }] },
      [
        "status.conditions[0].Type: Invalid value: \"a b\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [
      'status',
      { podIPs: [{ ip: '1.2.3.4' }, { ip: '1.2.3.5' }] },
      [
        'status.podIPs: Invalid value: [{"IP":"1.2.3.4"},{"IP":"1.2.3.5"}]: may specify no more than one IP for each IP family',
      ],
    ],
    [
      'status',
      { nominatedNodeName: 'A_' },
      [
        "status.nominatedNodeName: Invalid value: \"A_\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
      ],
    ],
    [
      'status',
      { resourceClaimStatuses: [{ name: 'a' }] },
      [
        'status.resourceClaimStatuses[0].name: Invalid value: "a": must match the name of an entry in `spec.resourceClaims`',
      ],
    ],
    ['spec.nodeName', 'n', []],
    [
      'status',
      { observedGeneration: -1 },
      ['status.observedGeneration: Invalid value: -1: must be a non-negative integer'],
    ],
  ])
})

describe('Pod/ephemeralcontainers', () => {
  updateTableOf({ old: running, subresource: 'ephemeralcontainers' }, [
    ['spec.ephemeralContainers', [{ name: 'e', image: 'x' }], []],
    [
      'spec.ephemeralContainers',
      [
        { name: 'c', image: 'x', ports: [{ containerPort: 1 }] },
        { name: 'f', image: '', targetContainerName: 'z' },
      ],
      [
        'spec.ephemeralContainers[0].name: Duplicate value: "c"',
        'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
        'spec.ephemeralContainers[1].image: Required value',
        'spec.ephemeralContainers[1].targetContainerName: Not found: "z"',
      ],
    ],
  ])
})

describe('Pod/resize', () => {
  updateTableOf({ old: running, subresource: 'resize' }, [
    ['spec.containers.0.resources', { requests: { cpu: '2' } }, []],
    [
      'spec.containers.0.resources',
      {},
      [
        'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
        'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
      ],
    ],
    ['spec.containers.0.resources', { requests: { cpu: '1' }, limits: { cpu: '1' } }, []],
    ['spec.containers.0.image', 'y', []],
    [
      'spec.containers.0.resources',
      { requests: { 'ephemeral-storage': '1' } },
      [
        'spec: Invalid value: "Burstable": Pod QOS Class may not change as a result of resizing',
        'spec.containers[0].resources.requests: Forbidden: resource requests cannot be removed',
        'spec: Forbidden: only cpu and memory resources are mutable',
      ],
    ],
  ])
})
