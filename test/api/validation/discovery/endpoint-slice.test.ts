import { describe, expect, test } from 'vitest'
import { endpointSliceStrategy } from '../../../../src/api/discovery/endpoint-slice/strategy.js'
import {
  validateEndpointSlice,
  validateEndpointSliceUpdate,
  warningsForNewEndpointSlice,
} from '../../../../src/api/discovery/endpoint-slice/validation.js'
import { type Endpoint, EndpointSlice } from '../../../../src/api/discovery/v1/types.gen.js'
import { newestRelease } from '../../../../src/api/releases/release.js'
import { messagesOf } from '../messages-of.js'

const strict = { strict: true }

function slice(more: Partial<EndpointSlice>): EndpointSlice {
  return new EndpointSlice({
    metadata: { name: 'hello', namespace: 'world', resourceVersion: '1' },
    addressType: 'IPv4',
    endpoints: [],
    ...more,
  })
}

const endpoint = (...addresses: string[]): Endpoint => ({ addresses })
const names = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `zone-${i}` }))

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

describe('a new slice', () => {
  test.each<[string, Partial<EndpointSlice>, string[]]>([
    ['is right', { ports: [{ name: '', protocol: 'TCP' }], endpoints: [endpoint('10.1.2.3')] }, []],
    ['has a type', { addressType: '' }, ['addressType: Required value']],
    [
      'has a known type',
      { addressType: 'x' },
      ['addressType: Unsupported value: "x": supported values: "FQDN", "IPv4", "IPv6"'],
    ],
    [
      'has addresses',
      { endpoints: [endpoint()] },
      ['endpoints[0].addresses: Required value: must contain at least 1 address'],
    ],
    [
      'has addresses of its type',
      { endpoints: [endpoint('2001:db8::1')] },
      ['endpoints[0].addresses: Invalid value: "2001:db8::1": must be an IPv4 address'],
    ],
    [
      'has IPv6 addresses in canonical form',
      { addressType: 'IPv6', endpoints: [endpoint('2001:DB8::1')] },
      ['endpoints[0].addresses[0]: Invalid value: "2001:DB8::1": must be in canonical form ("2001:db8::1")'],
    ],
    [
      'has full domain names',
      { addressType: 'FQDN', endpoints: [endpoint('a')] },
      [
        'endpoints[0].addresses[0]: Invalid value: "a": should be a domain with at least two segments separated by dots',
      ],
    ],
    [
      'has each port once',
      { ports: [{ name: 'a', protocol: 'TCP' }, { name: 'a' }, { name: 'b', protocol: 'x' }] },
      [
        'ports[1].name: Duplicate value: "a"',
        'ports[1].protocol: Required value',
        'ports[2].protocol: Unsupported value: "x": supported values: "SCTP", "TCP", "UDP"',
      ],
    ],
    [
      'hints at few zones',
      { endpoints: [{ ...endpoint('10.1.2.3'), hints: { forZones: names(9) } }] },
      ['endpoints[0].hints.forZones: Too many: 9: must have at most 8 items'],
    ],
    [
      'hints at each node once',
      { endpoints: [{ ...endpoint('10.1.2.3'), hints: { forNodes: [...names(1), ...names(1)] } }] },
      ['endpoints[0].hints.forNodes[1].name: Duplicate value: "zone-0"'],
    ],
    [
      'is not too long',
      { endpoints: Array.from({ length: 1001 }, () => endpoint('10.1.2.3')) },
      ['endpoints: Too many: 1001: must have at most 1000 items'],
    ],
    [
      'hints at as many zones and nodes as there may be',
      { endpoints: [{ ...endpoint('10.1.2.3'), hints: { forZones: names(8), forNodes: names(8) } }] },
      [],
    ],
    [
      'hints at few nodes',
      { endpoints: [{ ...endpoint('10.1.2.3'), hints: { forNodes: names(9) } }] },
      ['endpoints[0].hints.forNodes: Too many: 9: must have at most 8 items'],
    ],
    [
      'hints at nodes by their names',
      { endpoints: [{ ...endpoint('10.1.2.3'), hints: { forNodes: [{ name: 'a-' }, { name: '' }] } }] },
      [
        `endpoints[0].hints.forNodes[0].name: Invalid value: "a-": ${subdomain}`,
        `endpoints[0].hints.forNodes[1].name: Invalid value: "": ${subdomain}`,
      ],
    ],
    [
      'has no zone among its labels of topology, which conversion removes',
      { endpoints: [{ ...endpoint('10.1.2.3'), deprecatedTopology: { 'topology.kubernetes.io/zone': 'z' } }] },
      [
        'endpoints[0].deprecatedTopology[topology.kubernetes.io/zone]: Internal error: reserved key was not removed in conversion',
      ],
    ],
    [
      'has as many labels of topology as there may be',
      {
        endpoints: [
          {
            ...endpoint('10.1.2.3'),
            deprecatedTopology: Object.fromEntries(names(16).map(({ name }) => [name, 'a'])),
          },
        ],
      },
      [],
    ],
    [
      'has few labels of topology',
      {
        endpoints: [
          {
            ...endpoint('10.1.2.3'),
            deprecatedTopology: Object.fromEntries(names(17).map(({ name }) => [name, 'a'])),
          },
        ],
      },
      ['endpoints[0].deprecatedTopology: Too many: 17: must have at most 16 items'],
    ],
  ])('%s', (_, more, expected) => {
    expect(messagesOf(validateEndpointSlice(slice(more), strict))).toEqual(expected)
  })
})

test('a changed slice keeps its type, and invalid values', () => {
  const wrong = slice({ endpoints: [endpoint('127.0.0.1')] })
  expect(validateEndpointSlice(wrong, strict)).toHaveLength(1)
  expect(messagesOf(validateEndpointSliceUpdate(slice({ ...wrong, addressType: 'IPv6' }), wrong, strict))).toEqual([
    'addressType: Invalid value: "IPv6": field is immutable',
  ])
})

test('warnings name the deprecated type and odd addresses', () => {
  expect(warningsForNewEndpointSlice(slice({ addressType: 'FQDN' }))).toEqual([
    'spec.addressType: FQDN endpoints are deprecated',
  ])
  expect(warningsForNewEndpointSlice(slice({ endpoints: [endpoint('010.1.2.3')] }))).toEqual([
    'endpoints[0].addresses[0]: non-standard IP address "010.1.2.3" is invalid: use "10.1.2.3"',
  ])
})

test('a slice loses its topology, and gets a generation for each change', () => {
  const context = {
    apiVersion: 'discovery.k8s.io/v1',
    release: newestRelease,
    featureEnabled: () => true,
    now: () => new Date(0),
  }
  const topology = { deprecatedTopology: { 'kubernetes.io/hostname': 'n1' } }
  const old = slice({ endpoints: [{ ...endpoint('10.1.2.3'), ...topology }] })
  const now = slice({ endpoints: [{ ...endpoint('10.1.2.4'), ...topology }] })
  endpointSliceStrategy.prepareForUpdate?.(now, old, context)
  expect(now.endpoints).toEqual([{ addresses: ['10.1.2.4'], nodeName: 'n1' }])
  expect(now.metadata?.generation).toBe(1)
  const same = slice({ endpoints: old.endpoints })
  endpointSliceStrategy.prepareForUpdate?.(same, old, context)
  expect(same).toEqual(old)
})
