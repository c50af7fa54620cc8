import { expect, test } from 'vitest'
import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

const judged = new Judged({ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', resource: 'runtimeclasses' })
const toleration = { key: 'k', operator: 'Exists', effect: 'NoSchedule' }
const valid = {
  metadata: { name: 'r' },
  handler: 'runc',
  overhead: { podFixed: { cpu: '100m' } },
  scheduling: { tolerations: [toleration] },
}

creations(judged, valid, [
  ['no handler', { handler: '' }, 'handler: Required value'],
  [
    'an unknown resource',
    { 'overhead/podFixed/zz': '1' },
    'overhead.limits[zz]: Invalid value: "zz": must be a standard resource type or fully qualified',
    'overhead.limits[zz]: Invalid value: "zz": must be a standard resource for containers',
  ],
  [
    'the same toleration twice',
    { 'scheduling/tolerations': [toleration, { ...toleration, tolerationSeconds: undefined }] },
    'scheduling.tolerations[1]: Duplicate value: {"Key":"k","Operator":"Exists","Value":"","Effect":"NoSchedule","TolerationSeconds":null}',
  ],
])
updates(judged, valid, [['another handler', { handler: 'kata' }, 'handler: Invalid value: "kata": field is immutable']])
test('labels of nodes that should not be used any more', async () => {
  const object = { ...valid, scheduling: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } }
  const message = 'deprecated since v1.14; use "kubernetes.io/os" instead'
  expect(await judged.warnings(object)).toEqual([`scheduling.nodeSelector: ${message}`])
})
