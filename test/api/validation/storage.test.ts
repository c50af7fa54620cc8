import { describe } from 'vitest'
import { Judged } from './judged.js'
import { creations, updates } from './tables.js'

const apiVersion = 'storage.k8s.io/v1'

describe('StorageClass', () => {
  const judged = new Judged({ apiVersion, kind: 'StorageClass', resource: 'storageclasses' })
  const valid = { metadata: { name: 's' }, provisioner: 'example.com/p', parameters: { a: 'b' } }
  creations(judged, valid, [
    ['no provisioner', { provisioner: '' }, 'provisioner: Required value'],
    ['an empty parameter', { parameters: { '': 'x' } }, 'parameters: Invalid value: "": field can not be empty.'],
    [
      'an odd policy',
      { reclaimPolicy: 'Recycle' },
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
    ],
  ])
  updates(judged, valid, [
    ['other parameters', { parameters: {} }, 'parameters: Invalid value: {}: field is immutable'],
    ['another provisioner', { provisioner: 'x' }, 'provisioner: Invalid value: "x": field is immutable'],
  ])
})

describe('CSIDriver', () => {
  const judged = new Judged({ apiVersion, kind: 'CSIDriver', resource: 'csidrivers' })
  const valid = { metadata: { name: 'd' }, spec: { tokenRequests: [{ audience: 'a' }] } }
  creations(judged, valid, [
    [
      'an audience twice',
      { 'spec/tokenRequests': [{ audience: 'a' }, { audience: 'a' }] },
      'spec.tokenRequests[1].audience: Duplicate value: "a"',
    ],
    [
      'a short token',
      { 'spec/tokenRequests/0/expirationSeconds': 5 },
      'spec.tokenRequests[0].expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
    ],
  ])
  updates(judged, valid, [
    ['attachment', { 'spec/attachRequired': false }, 'spec.attachedRequired: Invalid value: false: field is immutable'],
  ])
})

describe('VolumeAttachment', () => {
  const judged = new Judged({ apiVersion, kind: 'VolumeAttachment', resource: 'volumeattachments' })
  const spec = { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'v' } }
  creations(judged, { metadata: { name: 'v' }, spec }, [
    ['no attacher', { 'spec/attacher': '' }, 'spec.attacher: Required value'],
    [
      'no source',
      { 'spec/source': {} },
      'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
    ],
  ])
})
