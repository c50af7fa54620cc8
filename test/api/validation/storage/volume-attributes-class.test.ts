import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of TestValidateVolumeAttributesClass and its update of upstream.
const judged = new Judged({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttributesClass',
  resource: 'volumeattributesclasses',
})
const valid = { metadata: { name: 'foo' }, driverName: 'foo-provisioner', parameters: { a: 'b' } }
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`param-${i}`, `${i}`]))

describe('a class', () => {
  creations(judged, valid, [
    ['no parameters', { parameters: {} }, 'parameters: Required value: must contain at least one key/value pair'],
    [
      'parameters not said',
      { parameters: undefined },
      'parameters: Required value: must contain at least one key/value pair',
    ],
    ['no driver', { driverName: '' }, 'driverName: Required value'],
    ['a driver with a slash', { driverName: 'kubernetes.io/foo' }],
    ['a bad driver', { driverName: 'foo_driver' }],
    [
      'a long driver',
      { driverName: 'x'.repeat(64) },
      'driverName: Invalid value: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx": name part must be no more than 63 bytes',
    ],
    ['an empty parameter', { parameters: { '': 'value' } }, 'parameters: Invalid value: "": field can not be empty.'],
    ['512 parameters', { parameters: many(512) }],
    ['513 parameters', { parameters: many(513) }, 'parameters: Too long: may not be more than 512 bytes'],
    [
      'long parameters',
      { parameters: { a: 'x'.repeat(256 * 1024) } },
      'parameters: Too long: may not be more than 262144 bytes',
    ],
    [
      'a bad name',
      { 'metadata/name': 'Foo_' },
      `metadata.name: Invalid value: "Foo_": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
  ])
  updates(judged, valid, [
    ['labels', { 'metadata/labels': { a: 'b' } }],
    ['another driver', { driverName: 'bar' }, 'driverName: Forbidden: updates to driverName are forbidden.'],
    ['other parameters', { parameters: { foo: 'bar' } }, 'parameters: Forbidden: updates to parameters are forbidden.'],
    [
      'no parameters',
      { parameters: undefined },
      'parameters: Forbidden: updates to parameters are forbidden.',
      'parameters: Required value: must contain at least one key/value pair',
    ],
  ])
})
