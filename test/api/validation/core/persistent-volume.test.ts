import { describe, expect, test } from 'vitest'
import { validatePersistentVolumeSpec } from '../../../../src/api/core/persistent-volume/persistent-volume-spec.js'
import {
  validatePersistentVolume,
  validatePersistentVolumeUpdate,
  warningsForPersistentVolume,
} from '../../../../src/api/core/persistent-volume/validation.js'
import { PersistentVolume, type PersistentVolumeSpec } from '../../../../src/api/core/v1/types.gen.js'
import { fieldPath } from '../../../../src/validation/field-path.js'
import { messagesOf } from '../messages-of.js'

const features = { attributesClass: true, mutableNodeAffinity: false }

function volume(spec: PersistentVolumeSpec, annotations: Record<string, string> = {}): PersistentVolume {
  return new PersistentVolume({
    metadata: { name: 'foo', annotations },
    spec: { capacity: { storage: '10G' }, accessModes: ['ReadWriteOnce'], ...spec },
  })
}

const hostPath = { path: '/foo', type: 'Directory' }
const csi = { driver: 'test-driver', volumeHandle: 'test-123' }
const secret = { name: '', namespace: '' }

describe('a new volume', () => {
  test.each<[string, PersistentVolumeSpec, string[]]>([
    ['is right', { hostPath }, []],
    ['is somewhere', {}, ['spec: Required value: must specify a volume type']],
    [
      'is in one place',
      { hostPath, gcePersistentDisk: { pdName: 'd' }, cephfs: { monitors: ['m'] } },
      [
        'spec.gcePersistentDisk: Forbidden: may not specify more than 1 volume type',
        'spec.cephFS: Forbidden: may not specify more than 1 volume type',
      ],
    ],
    [
      'has a capacity of storage',
      { hostPath, capacity: { cpu: '1' } },
      ['spec.capacity: Unsupported value: {"cpu":"1"}: supported values: "storage"'],
    ],
    [
      'has more than nothing',
      { hostPath, capacity: { storage: '0' } },
      ['spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
    ],
    [
      'has known modes',
      { hostPath, accessModes: ['fakemode'], volumeMode: 'x', persistentVolumeReclaimPolicy: 'y' },
      [
        'spec.accessModes: Unsupported value: "fakemode": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
        'spec.persistentVolumeReclaimPolicy: Unsupported value: "y": supported values: "Delete", "Recycle", "Retain"',
        'spec.volumeMode: Unsupported value: "x": supported values: "Block", "Filesystem"',
      ],
    ],
    [
      'is exclusive or not',
      { hostPath, accessModes: ['ReadWriteOncePod', 'ReadWriteMany'] },
      ['spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes'],
    ],
    [
      'does not recycle a whole node',
      { hostPath: { path: '/a/..' }, persistentVolumeReclaimPolicy: 'Recycle' },
      [
        'spec.hostPath.path: Invalid value: "/a/..": must not contain \'..\'',
        "spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'",
      ],
    ],
    [
      'of a node says which',
      { local: { path: '/foo' } },
      ['spec.nodeAffinity: Required value: Local volume requires node affinity'],
    ],
    [
      'has a class of attributes only with a driver',
      { hostPath, volumeAttributesClassName: '' },
      [
        'spec.volumeAttributesClassName: Required value: an empty string is disallowed',
        'spec.csi: Required value: has to be specified when using volumeAttributesClassName',
      ],
    ],
    [
      'of a driver names its secrets',
      { csi: { ...csi, volumeHandle: '', nodeExpandSecretRef: secret } },
      [
        'spec.csi.volumeHandle: Required value',
        'spec.csi.nodeExpandSecretRef.name: Required value',
        'spec.csi.nodeExpandSecretRef.namespace: Required value',
      ],
    ],
    [
      'of iSCSI has a short portal and right names',
      { iscsi: { targetPortal: 'x'.repeat(64), iqn: 'no', lun: 256, initiatorName: 'iqn.2015' } },
      [
        `spec.iscsi.targetportal: Invalid value: "${'x'.repeat(64)}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
        'spec.iscsi.iqn: Invalid value: "no": must be valid format',
        'spec.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive',
        'spec.iscsi.initiatorname: Invalid value: "iqn.2015": must be valid format',
      ],
    ],
    [
      'says what each kind must have',
      { rbd: { monitors: [], image: '' } },
      ['spec.rbd.monitors: Required value', 'spec.rbd.image: Required value'],
    ],
    [
      'of Glusterfs names a namespace',
      { glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: '' } },
      [
        'spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name',
      ],
    ],
    [
      'of Google names its disk',
      { gcePersistentDisk: { pdName: '', partition: 256 } },
      [
        'spec.persistentDisk.pdName: Required value',
        'spec.persistentDisk.partition: Invalid value: 256: must be between 1 and 255, inclusive',
      ],
    ],
    [
      'of OpenStack names its secret',
      { cinder: { volumeID: 'v', secretRef: secret } },
      ['spec.cinder.secretRef.name: Required value', 'spec.cinder.secretRef.namespace: Required value'],
    ],
  ])('%s', (_, spec, expected) => {
    expect(messagesOf(validatePersistentVolume(volume(spec), features))).toEqual(expected)
  })

  test('has mount options in an annotation only where they are read', () => {
    const annotations = { 'volume.beta.kubernetes.io/mount-options': 'ro' }
    expect(messagesOf(validatePersistentVolume(volume({ hostPath }, annotations), features))).toEqual([
      'metadata.annotations.volume.beta.kubernetes.io/mount-options: Forbidden: may not specify mount options for this volume type',
    ])
    const nfs = { server: 's', path: '/p' }
    expect(messagesOf(validatePersistentVolume(volume({ nfs }, annotations), features))).toEqual([])
  })

  test('inside another object belongs to a driver, and cannot be claimed', () => {
    const options = { volumeName: '', inline: true, allowInvalidLabelValue: false, attributesClass: false }
    const spec = { hostPath, accessModes: ['ReadWriteOnce'], claimRef: {}, storageClassName: 's' }
    const what = 'may not be specified in the context of inline volumes'
    expect(messagesOf(validatePersistentVolumeSpec(spec, options, fieldPath('spec')))).toEqual([
      `spec.claimRef: Forbidden: ${what}`,
      'spec.csi: Required value: has to be specified in the context of inline volumes',
      `spec.storageClassName: Forbidden: ${what}`,
    ])
  })
})

describe('a changed volume', () => {
  const terms = (key: string) => ({
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: ['a'] }] }] },
  })
  test.each<[string, PersistentVolumeSpec, PersistentVolumeSpec, number]>([
    ['may stay', { hostPath }, { hostPath }, 0],
    ['stays where it is', { hostPath }, { hostPath: { path: '/bar' } }, 1],
    [
      'may get a secret to grow',
      { csi },
      { csi: { ...csi, controllerExpandSecretRef: { name: 'n', namespace: 's' } } },
      0,
    ],
    ['keeps its mode', { hostPath, volumeMode: 'Block' }, { hostPath, volumeMode: 'Filesystem' }, 1],
    ['may get nodes', { hostPath }, { hostPath, nodeAffinity: terms('foo') }, 0],
    ['keeps its nodes', { hostPath, nodeAffinity: terms('foo') }, { hostPath, nodeAffinity: terms('bar') }, 1],
    [
      'may use the new names of labels',
      { hostPath, nodeAffinity: terms('beta.kubernetes.io/os') },
      { hostPath, nodeAffinity: terms('kubernetes.io/os') },
      0,
    ],
    [
      'may not use the old names of labels',
      { hostPath, nodeAffinity: terms('kubernetes.io/os') },
      { hostPath, nodeAffinity: terms('beta.kubernetes.io/os') },
      1,
    ],
  ])('%s', (...[, before, now, count]) => {
    const found = validatePersistentVolumeUpdate(volume(now), volume(before), features)
    expect(found).toHaveLength(count)
  })

  test('is shown with what would change', () => {
    const [error] = validatePersistentVolumeUpdate(
      volume({ hostPath: { path: '/bar' } }),
      volume({ hostPath }),
      features,
    )
    expect(error?.message).toContain(
      'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n@@',
    )
    expect(error?.message).toContain(
      '-  "Path": "/foo",\n-  "Type": "Directory"\n+  "Path": "/bar",\n+  "Type": null\n',
    )
  })
})

test('warnings name volumes that Kubernetes cannot mount any more', () => {
  const spec = { rbd: { monitors: ['m'], image: 'i' }, persistentVolumeReclaimPolicy: 'Recycle' }
  expect(warningsForPersistentVolume(volume(spec))).toEqual([
    'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
    'spec.rbd: deprecated in v1.28, non-functional in v1.31+',
  ])
})
