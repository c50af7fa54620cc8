import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

const place = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', resource: 'priorityclasses' }
const judged = new Judged(place)
const valid = { metadata: { name: 'fast' }, value: 100 }

creations(judged, valid, [
  [
    'a value of the system',
    { value: 1_000_000_001 },
    'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
  ],
  [
    'an unknown name of the system',
    { 'metadata/name': 'system-x' },
    "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-x is not a known system priority class",
  ],
  [
    'an unknown policy',
    { preemptionPolicy: 'Often' },
    'preemptionPolicy: Unsupported value: "Often": supported values: "PreemptLowerPriority", "Never"',
  ],
  ['a value below nothing', { value: -100 }],
  ['the greatest value', { value: 1_000_000_000 }],
  ['the greatest default', { globalDefault: true }],
  [
    'a bad name',
    { 'metadata/name': 'Fast_' },
    `metadata.name: Invalid value: "Fast_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  ],
  [
    'a name of the system with another value',
    { 'metadata/name': 'system-node-critical', value: 1 },
    "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: value of system-node-critical PriorityClass must be 2000001000",
  ],
  ['a name of the system with its value', { 'metadata/name': 'system-node-critical', value: 2_000_001_000 }],
  [
    'a name of the system as the default',
    { 'metadata/name': 'system-cluster-critical', value: 2_000_000_000, globalDefault: true },
    "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: globalDefault of system-cluster-critical PriorityClass must be false",
  ],
  ['a namespace', { 'metadata/namespace': 'n' }],
  ['no preemption', { preemptionPolicy: 'Never' }],
])
updates(judged, valid, [
  ['nothing', {}],
  ['a description', { description: 'x' }],
  ['the default', { globalDefault: true }],
  ['no policy', { preemptionPolicy: undefined }],
  ['labels', { 'metadata/labels': { a: 'b' } }],
  ['another value', { value: 5 }, 'value: Forbidden: may not be changed in an update.'],
  ['another policy', { preemptionPolicy: 'Never' }, 'preemptionPolicy: Invalid value: "Never": field is immutable'],
])
