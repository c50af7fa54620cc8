import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

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
])
updates(judged, valid, [
  ['another value', { value: 5 }, 'value: Forbidden: may not be changed in an update.'],
  ['another policy', { preemptionPolicy: 'Never' }, 'preemptionPolicy: Invalid value: "Never": field is immutable'],
])
