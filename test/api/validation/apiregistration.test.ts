import { expect, test } from 'vitest'
import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

const judged = new Judged({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', resource: 'apiservices' })
const spec = { group: 'example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 10 }
const valid = { metadata: { name: 'v1.example.com' }, spec: { ...spec, service: { name: 's', namespace: 'n' } } }

creations(judged, valid, [
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
