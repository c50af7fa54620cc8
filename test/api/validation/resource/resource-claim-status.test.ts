import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { type Changes, changed, updates } from '../tables.js'

// The rows of TestValidateClaimStatusUpdate of upstream's validation_resourceclaim_test.go.
const place = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', resource: 'resourceclaims', namespace: 'ns' }
const judged = new Judged(place).of('status')
const request = { name: 'foo', exactly: { deviceClassName: 'foo', allocationMode: 'ExactCount', count: 1 } }
const valid = { metadata: { name: 'foo', namespace: 'ns' }, spec: { devices: { requests: [request] } } }
const result = { request: 'foo', driver: 'foo', pool: 'foo', device: 'foo' }
const allocation = { devices: { results: [result] } }
const pod = { resource: 'pods', name: 'foo', uid: '1' }
const many = <T>(count: number, item: (i: number) => T) => Array.from({ length: count }, (_, i) => item(i))
const allocated = (changes: Changes) => changed({ status: { allocation } }, changes)

const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const reference =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
const devices = 'status.allocation.devices'
const letters = (bytes: number) => ({ str: 'x'.repeat(bytes - '{"str":""}'.length) })

describe('an allocation', () => {
  const configured = (...config: unknown[]) => allocated({ 'status/allocation/devices/config': config })
  const opaque = { driver: 'dra.example.com', parameters: { kind: 'foo' } }
  updates(judged, valid, [
    ['an empty one', { status: { allocation: {} } }],
    ['one device', { status: { allocation } }],
    [
      'of a request that is none',
      allocated({ 'status/allocation/devices/results/0/request': '!@#' }),
      `${devices}.results[0].request: Invalid value: "!@#": ${label}`,
      `${devices}.results[0].request: Invalid value: "!@#": ${reference}`,
    ],
    [
      'on no node',
      { status: { allocation: { nodeSelector: {} } } },
      'status.allocation.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term',
    ],
    [
      'too many devices',
      { status: { allocation: { devices: { results: many(33, () => result) } } } },
      `${devices}.results: Too many: 33: must have at most 32 items`,
    ],
    [
      'a share of a device',
      allocated({ 'status/allocation/devices/results/0/shareID': 'a67ad0a1-0000-4000-8000-000000000000' }),
    ],
    [
      'a share that is none',
      allocated({ 'status/allocation/devices/results/0/shareID': 'x' }),
      `${devices}.results[0].shareID: Invalid value: "x": must be a lowercase UUID in 8-4-4-4-12 format`,
    ],
    [
      'parameters for a request that is none',
      configured({ source: 'FromClaim', requests: ['foo', '!@#'], opaque }),
      `${devices}.config[0].requests[1]: Invalid value: "!@#": ${label}`,
      `${devices}.config[0].requests[1]: Invalid value: "!@#": ${reference}`,
    ],
    [
      'parameters',
      configured(
        { source: 'FromClaim', opaque },
        { source: '', opaque },
        { source: 'no-such-source', opaque },
        { source: 'FromClaim' },
        { source: 'FromClaim', opaque: {} },
        { source: 'FromClass', opaque: { driver: 'foo', parameters: letters(10_240) } },
        { source: 'FromClaim', opaque: { driver: 'foo', parameters: letters(10_241) } },
      ),
      `${devices}.config[3].opaque: Required value`,
      `${devices}.config[4].opaque.parameters: Required value`,
      `${devices}.config[6].opaque.parameters: Too long: may not be more than 10240 bytes`,
      `${devices}.config[1].source: Required value`,
      `${devices}.config[2].source: Unsupported value: "no-such-source": supported values: "FromClaim", "FromClass"`,
      `${devices}.config[4].opaque.driver: Required value`,
    ],
    [
      'more parameters than of class and claim',
      configured(...many(65, () => ({ source: 'FromClaim', opaque }))),
      `${devices}.config: Too many: 65: must have at most 64 items`,
    ],
  ])
})

describe('the users of devices', () => {
  const using = (...reservedFor: unknown[]) => allocated({ 'status/reservedFor': reservedFor })
  const path = 'status.reservedFor'
  const pods = (count: number) => many(count, (i) => ({ resource: 'pods', name: `foo-${i}`, uid: `${i}` }))
  updates(judged, valid, [
    ['256 pods', using(...pods(256))],
    ['257 pods', using(...pods(257)), `${path}: Too many: 257: must have at most 256 items`],
    ['a pod twice', using(pod, pod), `${path}[1]: Duplicate value: {"resource":"pods","name":"foo","uid":"1"}`],
    [
      'nothing that they have',
      { status: { reservedFor: [pod] } },
      `${path}: Forbidden: may not be specified when \`allocated\` is not set`,
    ],
    ['no resource', using({ ...pod, resource: '' }), `${path}[0].resource: Required value`],
    ['no name', using({ ...pod, name: '' }), `${path}[0].name: Required value`],
    ['no uid', using({ ...pod, uid: '' }), `${path}[0].uid: Required value`],
  ])
})

describe('the device status of drivers', () => {
  const device = { driver: 'foo', pool: 'foo', device: 'foo' }
  const said = (...status: object[]) => allocated({ 'status/devices': status.map((each) => ({ ...device, ...each })) })
  const path = 'status.devices'
  const id = (driver: string, pool: string, name: string) =>
    `{"Driver":"${driver}","Pool":"${pool}","Device":"${name}","ShareID":""}`
  const condition = (i: number) => ({
    type: `test-${i}`,
    status: 'True',
    reason: 'test_reason',
    message: '',
    lastTransitionTime: '2024-01-01T00:00:00Z',
  })
  const networks = many(16, (i) => `10.9.8.${i}/24`)
  updates(judged, valid, [
    [
      'as much as may be',
      said({
        conditions: many(8, condition),
        data: { kind: 'foo', apiVersion: 'dra.example.com/v1' },
        networkData: { interfaceName: 'x'.repeat(256), hardwareAddress: 'x'.repeat(128), ips: networks },
      }),
    ],
    [
      'too much',
      said({
        conditions: many(9, condition),
        data: letters(10_241),
        networkData: { ips: [...networks, '10.9.9.0/24'] },
      }),
      `${path}[0].conditions: Too many: 9: must have at most 8 items`,
      `${path}[0].data: Too long: may not be more than 10240 bytes`,
      `${path}[0].networkData.ips: Too many: 17: must have at most 16 items`,
    ],
    [
      'the same twice',
      said({ networkData: { ips: ['2001:db8::1/64', '2001:db8::1/64'] } }, {}),
      `${path}[1]: Duplicate value: {"driver":"foo","pool":"foo","device":"foo","conditions":null}`,
      `${path}[0].networkData.ips[1]: Duplicate value: "2001:db8::1/64"`,
    ],
    [
      'networks that are none',
      said({
        networkData: {
          interfaceName: 'x'.repeat(257),
          hardwareAddress: 'x'.repeat(129),
          ips: ['300.9.8.0/24', '010.009.008.000/24', '2001:0db8::1/64'],
        },
      }),
      `${path}[0].networkData.ips[0]: Invalid value: "300.9.8.0/24": must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)`,
      `${path}[0].networkData.ips[1]: Invalid value: "010.009.008.000/24": must be in canonical form ("10.9.8.0/24")`,
      `${path}[0].networkData.ips[2]: Invalid value: "2001:0db8::1/64": must be in canonical form ("2001:db8::1/64")`,
      `${path}[0].networkData.interfaceName: Too long: may not be more than 256 bytes`,
      `${path}[0].networkData.hardwareAddress: Too long: may not be more than 128 bytes`,
    ],
    [
      'data that is no object',
      said({ data: 'foo' }),
      `${path}[0].data: Invalid value: "<value omitted>": must be a valid JSON object`,
    ],
    [
      'a device that was not allocated',
      said({ driver: 'b', pool: 'a', device: 'r' }),
      `${path}[0]: Invalid value: ${id('b', 'a', 'r')}: must be an allocated device in the claim`,
    ],
  ])
})
