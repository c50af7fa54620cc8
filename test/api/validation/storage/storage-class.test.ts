import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

const apiVersion = 'storage.k8s.io/v1'

describe('StorageClass', () => {
  const judged = new Judged({ apiVersion, kind: 'StorageClass', resource: 'storageclasses' })
  const valid = { metadata: { name: 's' }, provisioner: 'example.com/p', parameters: { a: 'b' } }
  const parameters = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`param-${i}`, `value-${i}`]))
  const topology = (...matchLabelExpressions: object[]) => ({ matchLabelExpressions })
  const zone = (...values: string[]) => topology({ key: 'zone', values })
  creations(judged, valid, [
    ['no provisioner', { provisioner: '' }, 'provisioner: Required value'],
    ['an empty parameter', { parameters: { '': 'x' } }, 'parameters: Invalid value: "": field can not be empty.'],
    [
      'an odd policy',
      { reclaimPolicy: 'Recycle' },
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
    ],
    [
      'a provisioner with two slashes',
      { provisioner: 'kubernetes.io/invalid/provisioner' },
      `provisioner: Invalid value: "kubernetes.io/invalid/provisioner": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ],
    ['a provisioner in capitals', { provisioner: 'Example.com/P' }],
    [
      'no letters',
      { provisioner: '!!' },
      `provisioner: Invalid value: "!!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
    ['512 parameters', { parameters: parameters(512) }],
    ['513 parameters', { parameters: parameters(513) }, 'parameters: Too long: may not be more than 512 bytes'],
    [
      'parameters of 256 KiB and more',
      { parameters: { a: 'x'.repeat(256 * 1024) } },
      'parameters: Too long: may not be more than 262144 bytes',
    ],
    [
      'a mode that is none',
      { volumeBindingMode: 'Sometime' },
      'volumeBindingMode: Unsupported value: "Sometime": supported values: "Immediate", "WaitForFirstConsumer"',
    ],
    ['a mode', { volumeBindingMode: 'WaitForFirstConsumer' }],
    ['a place', { allowedTopologies: [zone('zone1')] }],
    ['a place without terms', { allowedTopologies: [] }],
    ['two keys', { allowedTopologies: [topology({ key: 'a', values: ['x'] }, { key: 'b', values: ['y'] })] }],
    [
      'a key twice',
      { allowedTopologies: [topology({ key: 'a', values: ['x'] }, { key: 'a', values: ['y'] })] },
      'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "a"',
    ],
    [
      'no values',
      { allowedTopologies: [topology({ key: 'a', values: [] })] },
      'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
    ],
    [
      'a value twice',
      { allowedTopologies: [topology({ key: 'a', values: ['x', 'x'] })] },
      'allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "x"',
    ],
    [
      'a bad key',
      { allowedTopologies: [topology({ key: '!', values: ['x'] })] },
      `allowedTopologies[0].matchLabelExpressions[0].key: Invalid value: "!": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
    [
      'no key',
      { allowedTopologies: [topology({ values: ['x'] })] },
      'allowedTopologies[0].matchLabelExpressions[0].key: Invalid value: "": name part must be non-empty',
      `allowedTopologies[0].matchLabelExpressions[0].key: Invalid value: "": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
    ],
    [
      'a term without expressions',
      { allowedTopologies: [{}] },
      'allowedTopologies[0].matchLabelExpressions: Duplicate value: ""',
    ],
    [
      'two terms that are one',
      { allowedTopologies: [zone('zone1'), zone('zone1')] },
      'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
    ],
    [
      'two terms with the same in another order',
      { allowedTopologies: [zone('z1', 'z2'), zone('z2', 'z1')] },
      'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
    ],
    ['two terms', { allowedTopologies: [zone('zone1'), zone('zone2')] }],
    ['a namespace', { 'metadata/namespace': 'n' }],
  ])
  updates(judged, valid, [
    ['other parameters', { parameters: {} }, 'parameters: Invalid value: null: field is immutable'],
    ['another provisioner', { provisioner: 'x' }, 'provisioner: Invalid value: null: field is immutable'],
    ['another policy', { reclaimPolicy: 'Retain' }, 'reclaimPolicy: Invalid value: null: field is immutable'],
    [
      'another mode',
      { volumeBindingMode: 'WaitForFirstConsumer' },
      'volumeBindingMode: Invalid value: null: field is immutable',
    ],
    ['other places', { allowedTopologies: [zone('zone1')] }],
    ['options and expansion', { mountOptions: ['a'], allowVolumeExpansion: true }],
  ])
})
