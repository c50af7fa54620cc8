import { expect, test } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

const judged = new Judged({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', resource: 'apiservices' })
const spec = { group: 'example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10 }
const valid = { metadata: { name: 'v1.example.com' }, spec: { ...spec, service: { name: 's', namespace: 'n' } } }

creations(judged, valid, [
  ['the group of the core', { 'metadata/name': 'v1.', 'spec/group': '' }],
  [
    'a bad group',
    { 'metadata/name': 'v1.cantdo!', 'spec/group': 'cantdo!' },
    `spec.group: Invalid value: "cantdo!": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  ],
  [
    'a bad version',
    { 'metadata/name': 'v1!.example.com', 'spec/version': 'v1!' },
    `spec.version: Invalid value: "v1!": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
  ],
  [
    'no version',
    { 'metadata/name': '.example.com', 'spec/version': '' },
    `spec.version: Invalid value: "": a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
  ],
  [
    'a group below zero',
    { 'spec/groupPriorityMinimum': -1 },
    'spec.groupPriorityMinimum: Invalid value: -1: must be positive and less than 20000',
  ],
  [
    'a group too high',
    { 'spec/groupPriorityMinimum': 20_001 },
    'spec.groupPriorityMinimum: Invalid value: 20001: must be positive and less than 20000',
  ],
  [
    'a version below zero',
    { 'spec/versionPriority': -1 },
    'spec.versionPriority: Invalid value: -1: must be positive and less than 1000',
  ],
  [
    'both at once',
    { 'spec/caBundle': 'QUFB', 'spec/insecureSkipTLSVerify': true },
    'spec.insecureSkipTLSVerify: Invalid value: true: may not be true if caBundle is present',
  ],
  [
    'a port that is none',
    { 'spec/service/port': 65_536 },
    'spec.service.port: Invalid value: 65536: port is not valid: must be between 1 and 65535, inclusive',
  ],
  [
    'a port below all',
    { 'spec/service/port': -1 },
    'spec.service.port: Invalid value: -1: port is not valid: must be between 1 and 65535, inclusive',
  ],
  ['a port', { 'spec/service/port': 8443 }],
  ['certificates', { 'spec/caBundle': 'QUFB' }],
  ['a group with a long name', { 'metadata/name': `v1.${'x'.repeat(64)}`, 'spec/group': 'x'.repeat(64) }],
  [
    'another name',
    { 'metadata/name': 'a' },
    'metadata.name: Invalid value: "a": must be `spec.version+"."+spec.group`: "v1.example.com"',
  ],
  [
    'no priority',
    { 'spec/groupPriorityMinimum': 0, 'spec/versionPriority': 1001 },
    'spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
    'spec.versionPriority: Invalid value: 1001: must be positive and less than 1000',
  ],
  [
    'no service',
    { 'spec/service': {} },
    ...['namespace', 'name'].map((name) => `spec.service.${name}: Required value`),
  ],
  [
    'certificates of nobody',
    { 'spec/service': undefined, 'spec/caBundle': 'QUFB', 'spec/insecureSkipTLSVerify': true },
    'spec.caBundle: Invalid value: "3 bytes": local APIServices may not have a caBundle',
    'spec.insecureSkipTLSVerify: Invalid value: true: local APIServices may not have insecureSkipTLSVerify',
  ],
])
updates(judged, valid, [
  ['another service', { 'spec/service/name': 'other' }],
  [
    'another priority',
    { 'spec/versionPriority': 0 },
    'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
  ],
  ['no service', { 'spec/service': undefined }],
])
updates(judged.of('status'), valid, [
  [
    'an odd condition',
    { status: { conditions: [{ type: 'Available', status: 'Maybe' }] } },
    'status.conditions[0].status: Unsupported value: "Maybe": supported values: "True", "False", "Unknown"',
  ],
])
test('a service of the server itself is available at once', async () => {
  const stored = await judged.stored({ ...valid, spec })
  const [condition] = (stored as unknown as { status: { conditions: object[] } }).status.conditions
  expect(condition).toMatchObject({ type: 'Available', status: 'True', reason: 'Local' })
})
