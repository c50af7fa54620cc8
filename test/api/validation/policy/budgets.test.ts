import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of TestValidatePodDisruptionBudgetSpec and TestValidatePodDisruptionBudgetStatus upstream.
const place = { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', resource: 'poddisruptionbudgets', namespace: 'n' }
const judged = new Judged(place)
const valid = {
  metadata: { name: 'p', namespace: 'n' },
  spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
}

creations(judged, valid, [
  ['a share', { 'spec/minAvailable': '100%' }],
  [
    'more than all',
    { 'spec/minAvailable': '101%' },
    'spec.minAvailable: Invalid value: "101%": must not be greater than 100%',
  ],
  [
    'fewer than none',
    { 'spec/minAvailable': -1 },
    'spec.minAvailable: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    'a share below nothing',
    { 'spec/minAvailable': '-1%' },
    `spec.minAvailable: Invalid value: "-1%": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')`,
  ],
  [
    'a share that is none',
    { 'spec/minAvailable': '1.1%' },
    `spec.minAvailable: Invalid value: "1.1%": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')`,
  ],
  [
    'a number as text',
    { 'spec/minAvailable': '5' },
    `spec.minAvailable: Invalid value: "5": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')`,
  ],
  [
    'both',
    { 'spec/maxUnavailable': 1 },
    'spec: Invalid value: {"MinAvailable":1,"Selector":{"matchLabels":{"a":"b"}},"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
  ],
  ['the other one', { 'spec/minAvailable': undefined, 'spec/maxUnavailable': '50%' }],
  [
    'fewer than none of the other',
    { 'spec/minAvailable': undefined, 'spec/maxUnavailable': -1 },
    'spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0',
  ],
  ['neither', { 'spec/minAvailable': undefined }],
  ['a policy', { 'spec/unhealthyPodEvictionPolicy': 'AlwaysAllow' }],
  [
    'an unknown policy',
    { 'spec/unhealthyPodEvictionPolicy': 'Invalid' },
    'spec.unhealthyPodEvictionPolicy: Unsupported value: "Invalid": supported values: "AlwaysAllow", "IfHealthyBudget"',
  ],
  [
    'an empty policy',
    { 'spec/unhealthyPodEvictionPolicy': '' },
    'spec.unhealthyPodEvictionPolicy: Unsupported value: "": supported values: "AlwaysAllow", "IfHealthyBudget"',
  ],
  ['no selector', { 'spec/selector': undefined }],
  [
    'a selector that is none',
    { 'spec/selector': { matchLabels: { a: '!' } } },
    `spec.selector.matchLabels: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  ],
  [
    'an operator that is none',
    { 'spec/selector': { matchExpressions: [{ key: 'a', operator: 'x' }] } },
    'spec.selector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
  ],
])
updates(judged, valid, [
  ['another number', { 'spec/minAvailable': 2 }],
  ['the other one', { 'spec/minAvailable': undefined, 'spec/maxUnavailable': 1 }],
  ['another selector', { 'spec/selector': { matchLabels: { a: 'c' } } }],
  [
    'both',
    { 'spec/maxUnavailable': 1 },
    'spec: Invalid value: {"MinAvailable":1,"Selector":{"matchLabels":{"a":"b"}},"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
  ],
])
const counts = (given: object) => ({
  status: { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0, ...given },
})
updates(judged.of('status'), valid, [
  ['nothing', counts({})],
  [
    'fewer than none allowed',
    counts({ disruptionsAllowed: -1 }),
    'status.disruptionsAllowed: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    'fewer than none healthy',
    counts({ currentHealthy: -1, desiredHealthy: -1, expectedPods: -1 }),
    'status.currentHealthy: Invalid value: -1: must be greater than or equal to 0',
    'status.desiredHealthy: Invalid value: -1: must be greater than or equal to 0',
    'status.expectedPods: Invalid value: -1: must be greater than or equal to 0',
  ],
])
