import { expect, test } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

const judged = new Judged({ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', resource: 'runtimeclasses' })
const toleration = { key: 'k', operator: 'Exists', effect: 'NoSchedule' }
const valid = {
  metadata: { name: 'r' },
  handler: 'runc',
  overhead: { podFixed: { cpu: '100m' } },
  scheduling: { tolerations: [toleration] },
}

creations(judged, valid, [
  [
    'a bad handler',
    { handler: '&!@#' },
    `handler: Invalid value: "&!@#": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
  ],
  ['a handler with dots', { handler: 'a.b' }, 'handler: Invalid value: "a.b": must not contain dots'],
  [
    'a bad name',
    { 'metadata/name': '&!@#' },
    `metadata.name: Invalid value: "&!@#": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
  ],
  [
    'less than nothing',
    { overhead: { podFixed: { cpu: '-1' } } },
    'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
  ],
  ['a part of a byte', { overhead: { podFixed: { memory: '1m' } } }],
  ['any overhead', { overhead: {} }],
  ['a selector', { scheduling: { nodeSelector: { valid: 'yes' } } }],
  [
    'a selector that is none',
    { scheduling: { nodeSelector: { 'not a valid key!!!': 'nope' } } },
    `scheduling.nodeSelector: Invalid value: "not a valid key!!!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
  ],
  [
    'a value that is none',
    { scheduling: { nodeSelector: { valid: '!' } } },
    `scheduling.nodeSelector: Invalid value: "!": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  ],
  [
    'a toleration that is none',
    { scheduling: { tolerations: [{ key: 'invalid key!!!', operator: 'Equal', value: 'value' }] } },
    `scheduling.tolerations[0].key: Invalid value: "invalid key!!!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
  ],
  ['a toleration of everything', { scheduling: { tolerations: [{ operator: 'Exists' }] } }],
  [
    'a toleration of nothing',
    { scheduling: { tolerations: [{ operator: 'Equal' }] } },
    'scheduling.tolerations[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
  ],
  [
    'a toleration for a time',
    { scheduling: { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 5 }] } },
    `scheduling.tolerations[0].effect: Invalid value: "NoSchedule": effect must be 'NoExecute' when \`tolerationSeconds\` is set`,
  ],
  ['nothing scheduled', { scheduling: {} }],
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
updates(judged, valid, [['another handler', { handler: 'kata' }, 'handler: Invalid value: null: field is immutable']])
test('labels of nodes that should not be used any more', async () => {
  const object = { ...valid, scheduling: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } }
  const message = 'deprecated since v1.14; use "kubernetes.io/os" instead'
  expect(await judged.warnings(object)).toEqual([`scheduling.nodeSelector: ${message}`])
})
