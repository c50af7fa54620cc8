import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

const apiVersion = 'resource.k8s.io/v1'

describe('DeviceClass', () => {
  const judged = new Judged({ apiVersion, kind: 'DeviceClass', resource: 'deviceclasses' })
  const selector = { cel: { expression: 'device.driver == "a"' } }
  creations(judged, { metadata: { name: 'd' }, spec: { selectors: [selector] } }, [
    ['no selector', { 'spec/selectors/0': {} }, 'spec.selectors[0].cel: Required value'],
    [
      'an unknown field',
      { 'spec/selectors/0/cel/expression': 'device.x == 1' },
      `spec.selectors[0].cel.expression: Invalid value: "device.x == 1": compilation failed: ERROR: <input>:1:7: undefined field 'x'
 | device.x == 1
 | ......^`,
    ],
    [
      'no condition',
      { 'spec/selectors/0/cel/expression': 'device.driver' },
      'spec.selectors[0].cel.expression: Invalid value: "device.driver": must evaluate to bool or the unknown type, not string',
    ],
  ])
})

describe('ResourceClaim', () => {
  const place = { apiVersion, kind: 'ResourceClaim', resource: 'resourceclaims', namespace: 'n' }
  const judged = new Judged(place)
  const request = { name: 'r', exactly: { deviceClassName: 'c' } }
  const valid = { metadata: { name: 'c', namespace: 'n' }, spec: { devices: { requests: [request] } } }
  creations(judged, valid, [
    [
      'a request twice',
      { 'spec/devices/requests': [request, request] },
      'spec.devices.requests[1]: Duplicate value: {"name":"r","exactly":{"deviceClassName":"c","allocationMode":"ExactCount","count":1}}',
    ],
    [
      'no class',
      { 'spec/devices/requests/0/exactly/deviceClassName': '' },
      'spec.devices.requests[0].exactly.deviceClassName: Required value',
    ],
    [
      'a constraint of another request',
      { 'spec/devices/constraints': [{ requests: ['x'], matchAttribute: 'a/b' }] },
      'spec.devices.constraints[0].requests[0]: Invalid value: "x": must be the name of a request in the claim or the name of a request and a subrequest separated by \'/\'',
    ],
  ])
  updates(judged, valid, [['labels', { 'metadata/labels': { a: 'b' } }]])
})

describe('ResourceClaimTemplate', () => {
  const judged = new Judged({
    apiVersion,
    kind: 'ResourceClaimTemplate',
    resource: 'resourceclaimtemplates',
    namespace: 'n',
  })
  creations(judged, { metadata: { name: 't', namespace: 'n' }, spec: { spec: {} } }, [
    ['labels for the claims', { 'spec/metadata': { labels: { a: 'b' } } }],
    ['a name for them', { 'spec/metadata': { name: 'c' } }, 'spec.metadata.name: Forbidden: cannot be set'],
    [
      'a list that is given and empty',
      { 'spec/metadata': { ownerReferences: [] } },
      'spec.metadata.ownerReferences: Forbidden: cannot be set',
    ],
  ])
})

describe('ResourceSlice', () => {
  const judged = new Judged({ apiVersion, kind: 'ResourceSlice', resource: 'resourceslices' })
  const spec = {
    nodeName: 'n',
    driver: 'example.com',
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    devices: [{ name: 'd' }],
  }
  creations(judged, { metadata: { name: 's' }, spec }, [
    ['a device twice', { 'spec/devices': [{ name: 'd' }, { name: 'd' }] }, 'spec.devices[1]: Duplicate value: "d"'],
    [
      'no slice',
      { 'spec/pool/resourceSliceCount': 0 },
      'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
    ],
  ])
})
