import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of upstream's validation_devicetaintrule_test.go.
const judged = new Judged({
  apiVersion: 'resource.k8s.io/v1beta2',
  kind: 'DeviceTaintRule',
  resource: 'devicetaintrules',
})
const taint = { key: 'example.com/taint', effect: 'NoExecute' }
const valid = { metadata: { name: 'foo' }, spec: { deviceSelector: { driver: 'dra.example.com' }, taint } }
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')"

describe('a rule', () => {
  creations(judged, valid, [
    ['everything', { 'spec/deviceSelector': {} }],
    ['nothing said', { 'spec/deviceSelector': undefined }],
    [
      'bad names',
      { 'spec/deviceSelector': { driver: '!@#', pool: '!@#', device: '!@#' } },
      `spec.deviceSelector.driver: Invalid value: "!@#": ${subdomain}`,
      `spec.deviceSelector.pool: Invalid value: "!@#": ${subdomain}`,
      `spec.deviceSelector.device: Invalid value: "!@#": ${label}`,
    ],
    ['no effect', { 'spec/taint/effect': '' }, 'spec.taint.effect: Required value'],
    [
      'an unknown effect',
      { 'spec/taint/effect': 'some' },
      'spec.taint.effect: Unsupported value: "some": supported values: "NoExecute", "NoSchedule", "None"',
    ],
    ['an effect that does nothing', { 'spec/taint/effect': 'None' }],
  ])
  updates(judged, valid, [
    ['another effect', { 'spec/taint/effect': 'NoSchedule' }],
    [
      'an unknown effect',
      { 'spec/taint/effect': 'some' },
      'spec.taint.effect: Unsupported value: "some": supported values: "NoExecute", "NoSchedule", "None"',
    ],
  ])
})

describe('its status', () => {
  const condition = (i: number) => ({
    type: `test-${i}`,
    status: 'True',
    reason: 'R',
    message: '',
    lastTransitionTime: '2024-01-01T00:00:00Z',
  })
  const conditions = (count: number) => Array.from({ length: count }, (_, i) => condition(i))
  updates(judged.of('status'), valid, [
    ['eight conditions', { status: { conditions: conditions(8) } }],
    [
      'nine conditions',
      { status: { conditions: conditions(9) } },
      'status.conditions: Too many: 9: must have at most 8 items',
    ],
    [
      'a condition without reason',
      { status: { conditions: [{ ...condition(0), reason: '' }] } },
      'status.conditions[0].reason: Required value',
    ],
  ])
})
