import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of TestValidateCSIStorageCapacity and its update of upstream.
const place = { apiVersion: 'storage.k8s.io/v1', kind: 'CSIStorageCapacity', resource: 'csistoragecapacities' }
const judged = new Judged({ ...place, namespace: 'ns' })
const valid = {
  metadata: { name: 'csc-329803da', namespace: 'ns' },
  storageClassName: 'fast',
  nodeTopology: { matchLabels: { a: 'b' } },
  capacity: '1Gi',
  maximumVolumeSize: '1Mi',
}

describe('how much storage there is', () => {
  creations(judged, valid, [
    ['no name', { 'metadata/name': '' }, 'metadata.name: Required value: name or generateName is required'],
    [
      'a bad name',
      { 'metadata/name': '!@#$%^' },
      `metadata.name: Invalid value: "!@#$%^": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'no class',
      { storageClassName: '' },
      `storageClassName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a bad class',
      { storageClassName: '!@#$%^' },
      `storageClassName: Invalid value: "!@#$%^": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['less than nothing', { capacity: '-11' }, 'capacity: Invalid value: "-11": must be greater than or equal to 0'],
    ['volumes of less than nothing', { maximumVolumeSize: '-11' }],
    ['no topology', { nodeTopology: undefined }],
    ['every node', { nodeTopology: {} }],
    [
      'a bad value of a label',
      { nodeTopology: { matchLabels: { a: '-1234' } } },
      `nodeTopology.matchLabels: Invalid value: "-1234": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
    ],
    [
      'an operator that is none',
      { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'NoSuch' }] } },
      'nodeTopology.matchExpressions[0].operator: Invalid value: "NoSuch": not a valid selector operator',
    ],
    [
      'no values',
      { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
      "nodeTopology.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
    ['volumes larger than the capacity', { maximumVolumeSize: '2Gi' }],
  ])
  updates(judged, valid, [
    ['another capacity', { capacity: '2Gi' }],
    ['no capacity', { capacity: undefined }],
    ['another class', { storageClassName: 'slow' }, 'storageClassName: Invalid value: "slow": field is immutable'],
    [
      'another topology',
      { nodeTopology: { matchLabels: { a: 'c' } } },
      'nodeTopology: Invalid value: {"matchLabels":{"a":"c"}}: field is immutable',
    ],
    ['no topology any more', { nodeTopology: undefined }, 'nodeTopology: Invalid value: null: field is immutable'],
    ['less than nothing', { capacity: '-1' }, 'capacity: Invalid value: "-1": must be greater than or equal to 0'],
  ])
})
