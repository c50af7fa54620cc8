import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { type Changes, changed, creations, updates } from '../tables.js'

// The rows of upstream's validation_resourceslice_test.go, as far as release 1.36 has their rules.
const judged = new Judged({ apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', resource: 'resourceslices' })
const attributes = {
  int: { int: 42 },
  string: { string: 'hello world' },
  version: { version: '1.2.3' },
  bool: { bool: true },
}
const device = { name: 'device-0', attributes, capacity: { memory: { value: '1Gi' } } }
const pool = { name: 'foo', generation: 0, resourceSliceCount: 1 }
const valid = {
  metadata: { name: 'foo' },
  spec: { nodeName: 'foo', driver: 'test.example.com', pool, devices: [device] },
}
const many = <T>(count: number, item: (i: number) => T) => Array.from({ length: count }, (_, i) => item(i))
const entries = (count: number, item: (i: number) => [string, unknown]) => Object.fromEntries(many(count, item))

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const identifier =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')"
const path = 'spec.devices[0]'
const oneOf = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'

const attributeNames = '`int`, `bool`, `string`, `version`, `ints`, `bools`, `strings`, `versions`'

describe('a slice of a pool', () => {
  creations(judged, valid, [
    ['no name', { 'metadata/name': '' }, 'metadata.name: Required value: name or generateName is required'],
    ['a bad name', { 'metadata/name': '!@#$%^' }, `metadata.name: Invalid value: "!@#$%^": ${subdomain}`],
    ['bad node', { 'spec/nodeName': '!@#$%^' }, `spec.nodeName: Invalid value: "!@#$%^": ${subdomain}`],
    [
      'no node',
      { 'spec/nodeName': '' },
      'spec.nodeName: Invalid value: "": must be either unset or set to a non-empty string',
      `spec: Required value: ${oneOf}`,
    ],
    [
      'two places',
      { 'spec/allNodes': true },
      `spec: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${oneOf}, but multiple fields are set`,
    ],
    [
      'not all nodes',
      { 'spec/nodeName': undefined, 'spec/allNodes': false },
      'spec.allNodes: Invalid value: false: must be either unset or set to true',
      `spec: Required value: ${oneOf}`,
    ],
    [
      'nodes that nothing selects',
      { 'spec/nodeName': undefined, 'spec/nodeSelector': {} },
      'spec.nodeSelector.nodeSelectorTerms: Required value: must have at least one node selector term',
      'spec.nodeSelector.nodeSelectorTerms: Invalid value: null: must have exactly one node selector term',
    ],
    ['a bad driver', { 'spec/driver': '!@#$%^' }, `spec.driver: Invalid value: "!@#$%^": ${subdomain}`],
    [
      'bad parts of a pool',
      { 'spec/pool': { name: 'Foo/', resourceSliceCount: 0, generation: -1 } },
      `spec.pool.name: Invalid value: "Foo": ${subdomain}`,
      `spec.pool.name: Invalid value: "": ${subdomain}`,
      'spec.pool.resourceSliceCount: Invalid value: 0: must be greater than zero',
      'spec.pool.generation: Invalid value: -1: must be greater than or equal to zero',
    ],
    ['a pool with a path', { 'spec/pool/name': `${'x'.repeat(63)}/y/z` }],
    [
      'a pool with a long name',
      { 'spec/pool/name': many(4, () => 'x'.repeat(63)).join('/') },
      'spec.pool.name: Too long: may not be more than 253 bytes',
    ],
    ['128 devices', { 'spec/devices': many(128, (i) => ({ ...device, name: `device-${i}` })) }],
    [
      '129 devices',
      { 'spec/devices': many(129, (i) => ({ ...device, name: `device-${i}` })) },
      'spec.devices: Too many: 129: must have at most 128 items',
    ],
    [
      '65 devices with taints',
      {
        'spec/devices': many(65, (i) => ({ name: `device-${i}`, taints: [{ key: 'a/b', effect: 'NoExecute' }] })),
      },
      'spec.devices: Too many: 65: must have at most 64 items',
    ],
    [
      'devices and counters',
      { 'spec/sharedCounters': [{ name: 'set', counters: { memory: { value: '1Gi' } } }] },
      'spec: Invalid value: "": only one of `sharedCounters` or `devices` is allowed',
    ],
  ])
})

describe('a device', () => {
  creations(judged, valid, [
    ['a bad name', { 'spec/devices/0/name': '!@#$%^' }, `${path}.name: Invalid value: "!@#$%^": ${label}`],
    [
      'attributes that are none',
      {
        'spec/devices/0/attributes': {
          '/x': { int: 1 },
          'a b': { int: 1 },
          'example.com/': { int: 1 },
          'a/b/c': { int: 1 },
          none: {},
          both: { int: 1, bool: true },
          long: { string: 'x'.repeat(65) },
          ['x'.repeat(33)]: { int: 1 },
        },
      },
      `${path}.attributes: Invalid value: "": the domain must not be empty`,
      `${path}.attributes: Invalid value: "a b": ${identifier}`,
      `${path}.attributes: Invalid value: "": the name must not be empty`,
      `${path}.attributes[long].string: Too long: may not be more than 64 bytes`,
      `${path}.attributes: Too long: may not be more than 32 bytes`,
      `${path}.attributes[both]: Invalid value: "{int, bool}": must specify exactly one of: ${attributeNames}`,
      `${path}.attributes[none]: Invalid value: "": must specify one of: ${attributeNames}`,
    ],
    [
      'versions that are none',
      {
        'spec/devices/0/attributes': {
          a: { version: '1.2' },
          b: { version: `1.2.3-${'x'.repeat(60)}` },
          c: { version: '01.2.3' },
          d: { version: '1.2.3-01' },
          e: { version: '1.2.3-rc.1+build.5' },
        },
      },
      `${path}.attributes[a].version: Invalid value: "1.2": must be a string compatible with semver.org spec 2.0.0`,
      `${path}.attributes[b].version: Too long: may not be more than 64 bytes`,
      `${path}.attributes[c].version: Invalid value: "01.2.3": must be a string compatible with semver.org spec 2.0.0`,
      `${path}.attributes[d].version: Invalid value: "1.2.3-01": must be a string compatible with semver.org spec 2.0.0`,
    ],
    ['32 attributes and capacities', { 'spec/devices/0/attributes': entries(31, (i) => [`a${i}`, { int: i }]) }],
    [
      '33 attributes and capacities',
      { 'spec/devices/0/attributes': entries(32, (i) => [`a${i}`, { int: i }]) },
      `${path}: Invalid value: 33: the total number of attributes and capacities must not exceed 32`,
    ],
    [
      'taints that are none',
      {
        'spec/devices/0/taints': [
          { key: '!@#', value: '!@#', effect: 'some' },
          { key: 'a/b' },
          { key: 'a/b', effect: 'NoSchedule' },
        ],
      },
      `${path}.taints[0].key: Invalid value: "!@#": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      `${path}.taints[0].value: Invalid value: "!@#": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
      `${path}.taints[0].effect: Unsupported value: "some": supported values: "NoExecute", "NoSchedule", "None"`,
      `${path}.taints[1].effect: Required value`,
    ],
    [
      'a node of its own where the slice has one',
      { 'spec/devices/0/nodeName': 'n' },
      `${path}: Invalid value: null: \`nodeName\`, \`nodeSelector\` and \`allNodes\` can only be set if \`perDeviceNodeSelection\` is set to true in the ResourceSlice spec`,
    ],
    [
      'conditions',
      { 'spec/devices/0/bindingConditions': ['a', 'a'], 'spec/devices/0/bindingFailureConditions': ['a', 'b', 'b'] },
      `${path}.bindingConditions[1]: Duplicate value: "a"`,
      `${path}.bindingFailureConditions[0]: Invalid value: "a": bindingFailureConditions must not overlap with bindingConditions`,
      `${path}.bindingFailureConditions[2]: Duplicate value: "b"`,
    ],
    [
      'counters that it takes twice',
      {
        'spec/devices/0/consumesCounters': [
          { counterSet: 'a', counters: { memory: { value: '1' } } },
          { counterSet: 'a', counters: { '!': { value: '1' } } },
        ],
      },
      `${path}.consumesCounters[1]: Duplicate value: {"counterSet":"a","counters":{"!":{"value":"1"}}}`,
      `${path}.consumesCounters[1].counters: Invalid value: "!": ${label}`,
    ],
    [
      'counters of nothing',
      { 'spec/devices/0/consumesCounters': [{}] },
      `${path}.consumesCounters[0].counterSet: Required value`,
      `${path}.consumesCounters[0].counters: Required value`,
    ],
  ])
})

describe('devices with a topology', () => {
  const each = { ...valid, spec: { ...valid.spec, nodeName: undefined, perDeviceNodeSelection: true } }
  const here = changed(each, { 'spec/devices/0/nodeName': 'n' })
  const onNodes =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec'
  creations(judged, here, [
    ['nowhere', { 'spec/devices/0/nodeName': undefined }, `${path}: Required value: ${onNodes}`],
    [
      'on a node without name',
      { 'spec/devices/0/nodeName': '' },
      `${path}.nodeName: Invalid value: "": must not be empty`,
      `${path}: Required value: ${onNodes}`,
    ],
    [
      'on two',
      { 'spec/devices/0/allNodes': true },
      `${path}: Invalid value: "{\`nodeName\`, \`allNodes\`}": ${onNodes}`,
    ],
    [
      'not on all',
      { 'spec/devices/0/nodeName': undefined, 'spec/devices/0/allNodes': false },
      `${path}.allNodes: Invalid value: false: must be either unset or set to true`,
      `${path}: Required value: ${onNodes}`,
    ],
  ])
})

describe('a capacity that several claims share', () => {
  const policy = { default: '10', validValues: ['5', '10', '100'] }
  const shared = changed(valid, {
    'spec/devices/0/allowMultipleAllocations': true,
    'spec/devices/0/capacity': { a: { value: '100', requestPolicy: policy } },
  })
  const at = `${path}.capacity[a].requestPolicy`
  const policyOf = (requestPolicy: unknown): Changes => ({ 'spec/devices/0/capacity/a/requestPolicy': requestPolicy })
  const ranged = (validRange: unknown, standard = '10') => policyOf({ default: standard, validRange })
  creations(judged, shared, [
    [
      'for one claim',
      { 'spec/devices/0/allowMultipleAllocations': undefined },
      `${at}: Forbidden: allowMultipleAllocations must be true`,
    ],
    ['no policy', policyOf({})],
    [
      'no default',
      policyOf({ validValues: ['5'] }),
      `${at}.default: Required value: required when validValues is defined`,
    ],
    [
      'both',
      policyOf({ ...policy, validRange: { min: '1' } }),
      `${at}: Forbidden: exactly one policy can be specified, cannot specify "validValues" and "validRange" at the same time`,
    ],
    [
      'another default',
      policyOf({ ...policy, default: '7' }),
      `${at}.validValues: Invalid value: "7": default value is not valid according to the requestPolicy`,
    ],
    [
      'an option twice and one beyond the capacity, not in order',
      policyOf({ default: '10', validValues: ['10', '5', '10', '101'] }),
      `${at}.validValues[1]: Invalid value: "5": values must be sorted in ascending order`,
      `${at}.validValues[3]: Invalid value: "101": option is larger than capacity value: 100`,
      `${at}.validValues[2]: Duplicate value: "10"`,
    ],
    [
      'eleven options',
      policyOf({ default: '1', validValues: many(11, (i) => `${i + 1}`) }),
      `${at}.validValues: Too many: 11: must have at most 10 items`,
      `${at}.validValues: Invalid value: "1": default value is not valid according to the requestPolicy`,
    ],
    ['a range', ranged({ min: '0', max: '100', step: '10' })],
    ['a range from nowhere', ranged({}), `${at}.validRange.min: Required value: required when validRange is defined`],
    [
      'a range without default',
      policyOf({ validRange: { min: '1' } }),
      `${at}.default: Required value: required when validRange is defined`,
    ],
    [
      'a range beyond the capacity',
      ranged({ min: '101', max: '102' }, '101'),
      `${at}.validRange.min: Invalid value: "101": min is larger than capacity value: 100`,
      `${at}.validRange.max: Invalid value: "102": max is larger than capacity value: 100`,
    ],
    [
      'a range turned round',
      ranged({ min: '20', max: '5' }, '10'),
      `${at}.validRange.default: Invalid value: "10": default is less than min: 20`,
      `${at}.validRange.max: Invalid value: "20": min is larger than max: 5`,
      `${at}.validRange.default: Invalid value: "10": default is more than max: 5`,
    ],
    [
      'steps that do not fit',
      ranged({ min: '1', max: '99', step: '5' }, '10'),
      `${at}.validRange.step: Invalid value: "10": value is not a multiple of a given step (5) from (1)`,
      `${at}.validRange.step: Invalid value: "99": value is not a multiple of a given step (5) from (1)`,
    ],
    [
      'a step of nothing',
      ranged({ min: '10', step: '0' }, '10'),
      `${at}.validRange.step: Invalid value: "0": must be greater than zero`,
    ],
    [
      'a bound below zero',
      ranged({ min: '-5', step: '5' }, '10'),
      `${at}.validRange.min: Invalid value: "-5": must be greater than or equal to 0`,
    ],
    [
      'a step beyond the capacity',
      ranged({ min: '10', step: '100' }, '10'),
      `${at}.validRange.step: Invalid value: "100": one step 110 is larger than capacity value: 100`,
    ],
  ])
})

describe('counters that devices share', () => {
  const set = (name: string) => ({ name, counters: { memory: { value: '1Gi' } } })
  const sharing = changed(valid, { 'spec/devices': undefined, 'spec/sharedCounters': [set('a')] })
  const at = 'spec.sharedCounters'
  creations(judged, sharing, [
    ['eight', { 'spec/sharedCounters': many(8, (i) => set(`set-${i}`)) }],
    [
      'nine',
      { 'spec/sharedCounters': many(9, (i) => set(`set-${i}`)) },
      `${at}: Too many: 9: must have at most 8 items`,
    ],
    [
      'one twice',
      { 'spec/sharedCounters': [set('a'), set('a')] },
      `${at}[1]: Duplicate value: {"name":"a","counters":{"memory":{"value":"1Gi"}}}`,
    ],
    [
      'no name and nothing in it',
      { 'spec/sharedCounters': [{}] },
      `${at}[0].name: Required value`,
      `${at}[0].counters: Required value`,
    ],
    [
      'bad names',
      { 'spec/sharedCounters': [{ name: '!', counters: { '!': { value: '1' } } }] },
      `${at}[0].name: Invalid value: "!": ${label}`,
      `${at}[0].counters: Invalid value: "!": ${label}`,
    ],
    [
      '33 counters',
      { 'spec/sharedCounters/0/counters': entries(33, (i) => [`c${i}`, { value: '1' }]) },
      `${at}[0].counters: Too many: 33: must have at most 32 items`,
    ],
  ])
})

describe('another slice', () => {
  updates(judged, valid, [
    ['other devices', { 'spec/devices': [{ name: 'other' }] }],
    ['another node', { 'spec/nodeName': 'bar' }, 'spec.nodeName: Invalid value: "bar": field is immutable'],
    ['another driver', { 'spec/driver': 'bar.com' }, 'spec.driver: Invalid value: "bar.com": field is immutable'],
    ['another pool', { 'spec/pool/name': 'bar' }, 'spec.pool.name: Invalid value: "bar": field is immutable'],
    ['another generation', { 'spec/pool/generation': 7 }],
  ])
})
