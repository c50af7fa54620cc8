import { describe } from 'vitest'
import { Judged } from '../judged.js'
import { creations, updates } from '../tables.js'

// The rows of TestVolumeAttachmentValidation and TestVolumeAttachmentUpdateValidation of upstream.
const judged = new Judged({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttachment',
  resource: 'volumeattachments',
})
const spec = { attacher: 'myattacher', nodeName: 'mynode', source: { persistentVolumeName: 'pv-name' } }
const valid = { metadata: { name: 'foo' }, spec }
const csi = { driver: 'com.test.foo', volumeHandle: 'foobar' }
const inline = { capacity: { storage: '10G' }, accessModes: ['ReadWriteOnce'], persistentVolumeSource: {}, csi }

describe('an attachment', () => {
  creations(judged, valid, [
    ['no attacher', { 'spec/attacher': '' }, 'spec.attacher: Required value'],
    [
      'a bad attacher',
      { 'spec/attacher': 'invalid-@@@' },
      `spec.attacher: Invalid value: "invalid-@@@": an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'Example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a long attacher',
      { 'spec/attacher': 'x'.repeat(64) },
      'spec.attacher: Too long: may not be more than 63 characters',
    ],
    [
      'no source',
      { 'spec/source': {} },
      'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
    ],
    [
      'two sources',
      { 'spec/source/inlineVolumeSpec': inline },
      'spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
    ],
    [
      'an empty volume name',
      { 'spec/source/persistentVolumeName': '' },
      'spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName',
      `spec.source.persistentVolumeName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'no node',
      { 'spec/nodeName': '' },
      `spec.nodeName: Invalid value: "": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a bad node',
      { 'spec/nodeName': 'Node!' },
      `spec.nodeName: Invalid value: "Node!": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
    [
      'a volume',
      { 'spec/source': { inlineVolumeSpec: inline } },
      'spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes',
    ],
    [
      'a volume without sizes and modes',
      { 'spec/source': { inlineVolumeSpec: { csi } } },
      'spec.source.inlineVolumeSpec.accessModes: Required value',
    ],
    [
      'a volume that no driver has',
      { 'spec/source': { inlineVolumeSpec: { hostPath: { path: '/a' } } } },
      'spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes',
      'spec.source.inlineVolumeSpec.accessModes: Required value',
    ],
    [
      'a volume of nothing',
      { 'spec/source': { inlineVolumeSpec: {} } },
      'spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes',
      'spec.source.inlineVolumeSpec.accessModes: Required value',
      'spec.source.inlineVolumeSpec: Required value: must specify a volume type',
    ],
    [
      'a volume with a bad driver',
      { 'spec/source': { inlineVolumeSpec: { csi: { driver: '!', volumeHandle: '' } } } },
      'spec.source.inlineVolumeSpec.accessModes: Required value',
      `spec.source.inlineVolumeSpec.csi.driver: Invalid value: "!": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
      'spec.source.inlineVolumeSpec.csi.volumeHandle: Required value',
    ],
    [
      'a bad name',
      { 'metadata/name': '-foo' },
      `metadata.name: Invalid value: "-foo": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`,
    ],
  ])
  updates(judged, valid, [
    ['nothing', {}],
    ['another attacher', { 'spec/attacher': 'another-attacher' }, 'spec: Invalid value: null: field is immutable'],
    ['another node', { 'spec/nodeName': 'anothernode' }, 'spec: Invalid value: null: field is immutable'],
    [
      'another source',
      { 'spec/source': { persistentVolumeName: 'pv-name-2' } },
      'spec: Invalid value: null: field is immutable',
    ],
    [
      'a volume instead',
      { 'spec/source': { inlineVolumeSpec: inline } },
      'spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes',
      'spec: Invalid value: null: field is immutable',
    ],
    ['labels', { 'metadata/labels': { a: 'b' } }],
  ])
})

describe('its status', () => {
  const error = { time: '2024-01-01T00:00:00Z', message: 'hello world' }
  const metadata = (count: number, size = 1) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`key-${i}`, 'x'.repeat(size)]))
  updates(judged.of('status'), valid, [
    ['attached', { status: { attached: true, attachmentMetadata: { foo: 'bar' } } }],
    ['errors', { status: { attached: true, attachError: error, detachError: error } }],
    ['an error with a code', { status: { attached: false, attachError: { ...error, errorCode: 8 } } }],
    [
      'an error with a code below nothing',
      { status: { attached: false, attachError: { ...error, errorCode: -1 } } },
      'status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive',
    ],
    [
      'a long error',
      { status: { attached: false, attachError: { ...error, message: 'x'.repeat(1025) } } },
      'status.attachError.message: Too long: may not be more than 1024 bytes',
    ],
    [
      'a long error of detaching',
      { status: { attached: false, detachError: { message: 'x'.repeat(1025) } } },
      'status.detachError.message: Too long: may not be more than 1024 bytes',
    ],
    ['a key without name', { status: { attached: true, attachmentMetadata: { '': 'a' } } }],
    [
      'too much metadata',
      { status: { attached: true, attachmentMetadata: metadata(1, 256 * 1024) } },
      'status.attachmentMetadata: Too long: may not be more than 262144 bytes',
    ],
    ['too many keys', { status: { attached: true, attachmentMetadata: metadata(513) } }],
  ])
})
