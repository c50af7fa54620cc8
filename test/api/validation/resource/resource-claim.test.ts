import { describe } from 'vitest'
import { releaseOf } from '../../../../src/api/releases/release.js'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of upstream's validation_resourceclaim_test.go, as far as a request can say them.
const place = { apiVersion: 'resource.k8s.io/v1', kind: 'ResourceClaim', resource: 'resourceclaims', namespace: 'ns' }
const judged = new Judged(place)

const exactly = { deviceClassName: 'foo', allocationMode: 'ExactCount', count: 1 }
const request = { name: 'foo', exactly }
const metadata = { name: 'foo', namespace: 'ns' }
const valid = { metadata, spec: { devices: { requests: [request] } } }
const wanted = { deviceClassName: 'foo', allocationMode: 'ExactCount', count: 1 }
const choice = { name: 'foo', firstAvailable: ['foo', 'bar'].map((name) => ({ name, ...wanted })) }
const choosing = { metadata, spec: { devices: { requests: [choice] } } }

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
const identifier =
  "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')"
const reference =
  "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'"
const requests = 'spec.devices.requests'
const constraints = 'spec.devices.constraints'
const config = 'spec.devices.config'

const driver = 'dra.example.com'
const opaque = (parameters: unknown) => ({ opaque: { driver, parameters } })
const parameters = { kind: 'foo', apiVersion: 'dra.example.com/v1' }
const many = <T>(count: number, item: (i: number) => T) => Array.from({ length: count }, (_, i) => item(i))
const letters = (bytes: number) => ({ str: 'x'.repeat(bytes - '{"str":""}'.length) })

describe('the requests of a claim', () => {
  creations(judged, valid, [
    ['no name', { 'metadata/name': '' }, 'metadata.name: Required value: name or generateName is required'],
    ['a bad name', { 'metadata/name': '!@#$%^' }, `metadata.name: Invalid value: "!@#$%^": ${subdomain}`],
    [
      'a class with a bad name',
      { 'spec/devices/requests/0/exactly/deviceClassName': '!@#$%^' },
      `${requests}[0].exactly.deviceClassName: Invalid value: "!@#$%^": ${subdomain}`,
    ],
    [
      'as much of everything as may be',
      {
        'spec/devices/requests': many(32, (i) => ({ ...request, name: `foo${i}` })),
        'spec/devices/constraints': many(32, () => ({ matchAttribute: 'foo/bar' })),
        'spec/devices/config': many(32, () => opaque(parameters)),
      },
    ],
    [
      'one too many of everything',
      {
        'spec/devices/requests': many(33, (i) => ({ ...request, name: `foo${i}` })),
        'spec/devices/constraints': many(33, () => ({ matchAttribute: 'foo/bar' })),
        'spec/devices/config': many(33, () => opaque(parameters)),
      },
      ...[requests, constraints, config].map((path) => `${path}: Too many: 33: must have at most 32 items`),
    ],
    [
      'constraints',
      {
        'spec/devices/constraints': [
          { requests: ['foo', '!@#$%^'], matchAttribute: 'missing-domain' },
          { matchAttribute: '' },
          {},
        ],
      },
      `${constraints}[0].requests[1]: Invalid value: "!@#$%^": ${label}`,
      `${constraints}[0].requests[1]: Invalid value: "!@#$%^": ${reference}`,
      `${constraints}[2]: Required value: exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set`,
      `${constraints}[0].matchAttribute: Invalid value: "missing-domain": ${identifier}`,
      `${constraints}[0].matchAttribute: Invalid value: "missing-domain": a fully qualified name must be a domain and a name separated by a slash`,
      `${constraints}[1].matchAttribute: Invalid value: "": ${identifier}`,
      `${constraints}[1].matchAttribute: Invalid value: "": a fully qualified name must be a domain and a name separated by a slash`,
    ],
    ['an attribute that all have differently', { 'spec/devices/constraints': [{ distinctAttribute: 'foo/bar' }] }],
    [
      'a request twice in a constraint',
      { 'spec/devices/constraints': [{ requests: ['foo', 'foo'], matchAttribute: 'foo/bar' }] },
      `${constraints}[0].requests[1]: Duplicate value: "foo"`,
    ],
    [
      'how many devices',
      {
        'spec/devices/requests': [
          request,
          { name: 'foo2', exactly: { deviceClassName: 'foo', allocationMode: 'All' } },
          { name: 'foo3', exactly: { ...exactly, count: -1 } },
          { name: 'foo4', exactly: { ...exactly, allocationMode: 'other' } },
          { name: 'foo5', exactly: { ...exactly, allocationMode: 'All', count: 2 } },
          request,
        ],
      },
      `${requests}[2].exactly.count: Invalid value: -1: must be greater than zero`,
      `${requests}[4].exactly.count: Invalid value: 2: must not be specified when allocationMode is 'All'`,
      `${requests}[5]: Duplicate value: {"name":"foo","exactly":{"deviceClassName":"foo","allocationMode":"ExactCount","count":1}}`,
      `${requests}[3].exactly.allocationMode: Unsupported value: "other": supported values: "All", "ExactCount"`,
    ],
    [
      'parameters of drivers',
      {
        'spec/devices/config': [
          { opaque: { driver } },
          {},
          opaque('hello-world'),
          opaque(null),
          opaque(letters(10_240)),
          opaque(letters(10_241)),
          opaque([]),
          { requests: ['foo/foo/foo'], ...opaque(parameters) },
          { requests: ['!@#$%^/&^%$'], ...opaque(parameters) },
        ],
      },
      `${config}[0].opaque.parameters: Required value`,
      `${config}[1].opaque: Required value`,
      `${config}[2].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object`,
      `${config}[3].opaque.parameters: Required value`,
      `${config}[5].opaque.parameters: Too long: may not be more than 10240 bytes`,
      `${config}[6].opaque.parameters: Invalid value: "<value omitted>": must be a valid JSON object`,
      `${config}[7].requests[0]: Invalid value: "foo/foo/foo": ${reference}`,
      `${config}[8].requests[0]: Invalid value: "!@#$%^": ${label}`,
      `${config}[8].requests[0]: Invalid value: "&^%$": ${label}`,
      `${config}[8].requests[0]: Invalid value: "!@#$%^/&^%$": ${reference}`,
    ],
  ])
})

describe('selectors of devices', () => {
  const path = `${requests}[0].exactly.selectors`
  const selecting = (expression: string) => ({ 'spec/devices/requests/0/exactly/selectors': [{ cel: { expression } }] })
  const short = 'device.driver == ""'
  const long = (length: number) => `device.driver == "${'x'.repeat(length - short.length)}"`
  const ten = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]'
  const costly = ['x', 'y', 'z', 'z2', 'z3', 'z4', 'z5'].reduceRight(
    (inner, name) => `${ten}.all(${name}, ${inner})`,
    "int('1'.find('[0-9]*')) < 100",
  )
  creations(judged, valid, [
    ['a driver', selecting('device.driver == "dra.example.com"')],
    [
      'a key of another type',
      selecting('device.attributes[true].someBoolean'),
      `${path}[0].cel.expression: Invalid value: "device.attributes[true].someBoolean": compilation failed: ERROR: <input>:1:18: found no matching overload for '_[_]' applied to '(map(string, map(string, any)), bool)'\n | device.attributes[true].someBoolean\n | .................^`,
    ],
    ['a long text', selecting(long(10_240))],
    [
      'a text too long by one',
      selecting(long(10_241)),
      `${path}[0].cel.expression: Too long: may not be more than 10240 bytes`,
    ],
    [
      'what would take too long',
      selecting(costly),
      `${path}[0].cel.expression: Forbidden: too complex, exceeds cost limit`,
    ],
    ['nothing', { 'spec/devices/requests/0/exactly/selectors': [{}] }, `${path}[0].cel: Required value`],
    [
      'too many',
      { 'spec/devices/requests/0/exactly/selectors': many(33, () => ({ cel: { expression: short } })) },
      `${path}: Too many: 33: must have at most 32 items`,
    ],
  ])
})

describe('tolerated taints', () => {
  const path = `${requests}[0].exactly.tolerations[0]`
  const tolerating = (toleration: object) => ({ 'spec/devices/requests/0/exactly/tolerations': [toleration] })
  creations(judged, valid, [
    ['all', tolerating({ operator: 'Exists' })],
    ['one', tolerating({ key: 'a/b', operator: 'Equal', value: 'c', effect: 'NoExecute', tolerationSeconds: 5 })],
    [
      'a value for those that exist',
      tolerating({ key: 'a', operator: 'Exists', value: 'c' }),
      `${path}.value: Invalid value: "c": must be empty for operator \`Exists\``,
    ],
    [
      'an operator and an effect that are none',
      tolerating({ key: 'a', operator: 'some', effect: 'some' }),
      `${path}.operator: Unsupported value: "some": supported values: "Equal", "Exists"`,
      `${path}.effect: Unsupported value: "some": supported values: "NoExecute", "NoSchedule", "None"`,
    ],
  ])
})

describe('requests of which one is chosen', () => {
  const first = `${requests}[0].firstAvailable`
  creations(judged, choosing, [
    [
      'beside an exact one',
      { 'spec/devices/requests/0/exactly': { ...exactly, adminAccess: false } },
      `${requests}[0]: Invalid value: null: exactly one of \`exactly\` or \`firstAvailable\` is required, but multiple fields are set`,
    ],
    [
      'a bad name and no class',
      { 'spec/devices/requests/0/firstAvailable/0': { name: '!@#$%^', allocationMode: 'x' } },
      `${first}[0].name: Invalid value: "!@#$%^": ${label}`,
      `${first}[0].deviceClassName: Required value`,
      `${first}[0].allocationMode: Unsupported value: "x": supported values: "All", "ExactCount"`,
    ],
    [
      'a name twice',
      { 'spec/devices/requests/0/firstAvailable/1/name': 'foo' },
      `${first}[1]: Duplicate value: {"name":"foo","deviceClassName":"foo","allocationMode":"ExactCount","count":1}`,
    ],
    [
      'nine',
      { 'spec/devices/requests/0/firstAvailable': many(9, (i) => ({ name: `subreq-${i}`, ...wanted })) },
      `${first}: Too many: 9: must have at most 8 items`,
    ],
    ['parameters for one', { 'spec/devices/config': [{ requests: ['foo/bar'], ...opaque(parameters) }] }],
    ['parameters for all', { 'spec/devices/config': [{ requests: ['foo'], ...opaque(parameters) }] }],
    [
      'parameters for one that is not there',
      { 'spec/devices/config': [{ requests: ['foo/baz'], ...opaque(parameters) }] },
      `${config}[0].requests[0]: Invalid value: "foo/baz": ${reference}`,
    ],
    ['a constraint for one', { 'spec/devices/constraints': [{ requests: ['foo/bar'], matchAttribute: 'd/v' }] }],
    [
      'a constraint for one that is not there',
      { 'spec/devices/constraints': [{ requests: ['foo/baz'], matchAttribute: 'd/v' }] },
      `${constraints}[0].requests[0]: Invalid value: "foo/baz": ${reference}`,
    ],
    [
      'none',
      { 'spec/devices/requests': [{ name: 'foo', firstAvailable: [] }] },
      `${requests}[0]: Required value: exactly one of \`exactly\` or \`firstAvailable\` is required`,
    ],
  ])
})

describe('another claim', () => {
  const shown =
    '{"Devices":{"Requests":[{"Name":"foo","Exactly":{"DeviceClassName":"foo2","Selectors":null,"AllocationMode":"ExactCount","Count":1,"AdminAccess":null,"Tolerations":null,"Capacity":null},"FirstAvailable":null}],"Constraints":null,"Config":null}}'
  updates(judged, valid, [
    ['nothing', {}],
    [
      'another class',
      { 'spec/devices/requests/0/exactly/deviceClassName': 'foo2' },
      'spec: Invalid value: null: field is immutable',
    ],
  ])
  updates(judged.in(releaseOf('1.36')), valid, [
    [
      'another class, in an earlier release',
      { 'spec/devices/requests/0/exactly/deviceClassName': 'foo2' },
      `spec: Invalid value: ${shown}: field is immutable`,
    ],
  ])
})
