import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { changed, creations, updates } from '../tables.js'

// The rows of TestCSINodeValidation and TestCSINodeUpdateValidation of upstream.
const judged = new Judged({ apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', resource: 'csinodes' })
const driver = { name: 'io.kubernetes.storage.csi.driver', nodeID: 'nodeA', topologyKeys: ['company.com/zone1'] }
const valid = { metadata: { name: 'foo1' }, spec: { drivers: [driver] } }
const first = (changes: object) => ({ 'spec/drivers': [{ ...driver, ...changes }] })

describe('the drivers of a node', () => {
  creations(judged, valid, [
    ['none', { 'spec/drivers': [] }],
    [
      'a name that ends with a dash',
      first({ name: 'io.kubernetes.storage.csi.flex-' }),
      `spec.drivers[0].name: Invalid value: "io.kubernetes.storage.csi.flex-": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['a name in capitals', first({ name: 'io.kubernetes.storage.CSI' })],
    [
      'a name of 64 characters',
      first({ name: 'g'.repeat(64) }),
      'spec.drivers[0].name: Too long: may not be more than 63 bytes',
    ],
    ['no name', first({ name: '' }), 'spec.drivers[0].name: Required value'],
    [
      'a name with underscores',
      first({ name: 'io_kubernetes' }),
      `spec.drivers[0].name: Invalid value: "io_kubernetes": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    ['no id', first({ nodeID: '' }), 'spec.drivers[0].nodeID: Required value'],
    ['an id of 256 bytes', first({ nodeID: 'x'.repeat(256) })],
    [
      'an id of 257 bytes',
      first({ nodeID: 'x'.repeat(257) }),
      'spec.drivers[0].nodeID: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": must be 256 characters or less',
    ],
    [
      'a driver twice',
      { 'spec/drivers': [driver, driver] },
      'spec.drivers[1].name: Duplicate value: "io.kubernetes.storage.csi.driver"',
    ],
    [
      'a driver twice, with other ids',
      { 'spec/drivers': [driver, { ...driver, nodeID: 'nodeB' }] },
      'spec.drivers[1].name: Duplicate value: "io.kubernetes.storage.csi.driver"',
    ],
    ['no keys', first({ topologyKeys: undefined })],
    [
      'a key twice',
      first({ topologyKeys: ['company.com/zone1', 'company.com/zone1'] }),
      'spec.drivers[0]: Duplicate value: "company.com/zone1"',
    ],
    [
      'keys that are none',
      first({ topologyKeys: ['', 'company.com/', 'a b', '/zone'] }),
      'spec.drivers[0]: Required value',
      'spec.drivers[0]: Invalid value: "": name part must be non-empty',
      `spec.drivers[0]: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      'spec.drivers[0]: Invalid value: "company.com/": name part must be non-empty',
      `spec.drivers[0]: Invalid value: "company.com/": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      `spec.drivers[0]: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      'spec.drivers[0]: Invalid value: "/zone": prefix part must be non-empty',
    ],
    ['no volumes', first({ allocatable: { count: 0 } })],
    [
      'fewer volumes than none',
      first({ allocatable: { count: -1 } }),
      'spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0',
    ],
    ['any volumes', first({ allocatable: {} })],
    [
      'a bad name of the node',
      { 'metadata/name': 'Foo_' },
      `metadata.name: Invalid value: "Foo_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
  ])
  const full = changed(valid, { 'spec/drivers/0/allocatable': { count: 10 } })
  updates(judged, full, [
    ['nothing', {}],
    ['no driver any more', { 'spec/drivers': [] }],
    ['another driver', { 'spec/drivers/1': { name: 'other', nodeID: 'n' } }],
    ['a bad driver', { 'spec/drivers/1': { name: 'other', nodeID: '' } }, 'spec.drivers[1].nodeID: Required value'],
    [
      'another id',
      { 'spec/drivers/0/nodeID': 'nodeB' },
      'spec.drivers: Invalid value: {"Name":"io.kubernetes.storage.csi.driver","NodeID":"nodeB","TopologyKeys":["company.com/zone1"],"Allocatable":null}: field is immutable',
    ],
    [
      'other keys',
      { 'spec/drivers/0/topologyKeys': ['company.com/zone2'] },
      'spec.drivers: Invalid value: {"Name":"io.kubernetes.storage.csi.driver","NodeID":"nodeA","TopologyKeys":["company.com/zone2"],"Allocatable":null}: field is immutable',
    ],
    [
      'more keys',
      { 'spec/drivers/0/topologyKeys': ['company.com/zone1', 'company.com/zone2'] },
      'spec.drivers: Invalid value: {"Name":"io.kubernetes.storage.csi.driver","NodeID":"nodeA","TopologyKeys":["company.com/zone1","company.com/zone2"],"Allocatable":null}: field is immutable',
    ],
    [
      'no keys any more',
      { 'spec/drivers/0/topologyKeys': undefined },
      'spec.drivers: Invalid value: {"Name":"io.kubernetes.storage.csi.driver","NodeID":"nodeA","TopologyKeys":null,"Allocatable":null}: field is immutable',
    ],
    ['other volumes', { 'spec/drivers/0/allocatable': { count: 11 } }],
    ['no volumes said', { 'spec/drivers/0/allocatable': undefined }],
    [
      'volumes below none',
      { 'spec/drivers/0/allocatable': { count: -1 } },
      'spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0',
    ],
  ])
  updates(judged, valid, [['volumes said for the first time', { 'spec/drivers/0/allocatable': { count: 1 } }]])
})
