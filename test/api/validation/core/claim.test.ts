import { describe, expect, test } from 'vitest'
import { persistentVolumeClaimStrategy } from '../../../../src/api/core/persistent-volume-claim/strategy.js'
import {
  validatePersistentVolumeClaim,
  validatePersistentVolumeClaimStatusUpdate,
  validatePersistentVolumeClaimUpdate,
  warningsForPersistentVolumeClaim,
} from '../../../../src/api/core/persistent-volume-claim/validation.js'
import { PersistentVolumeClaim, type PersistentVolumeClaimSpec } from '../../../../src/api/core/v1/types.gen.js'
import { newestRelease } from '../../../../src/api/releases/release.js'
import { messagesOf } from '../messages-of.js'

const features = { recoverExpansion: true, attributesClass: true }
const base: PersistentVolumeClaimSpec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '10G' } },
}

function claim(spec: PersistentVolumeClaimSpec, more: Partial<PersistentVolumeClaim> = {}): PersistentVolumeClaim {
  const metadata = { name: 'foo', namespace: 'ns', resourceVersion: '1', ...more.metadata }
  return new PersistentVolumeClaim({ spec: { ...base, ...spec }, ...more, metadata })
}

function size(storage: string): PersistentVolumeClaimSpec {
  return { resources: { requests: { storage } } }
}

test('a new claim has a size and data sources', () => {
  const wrong = claim({
    accessModes: [],
    resources: {},
    dataSource: { kind: 'Pod', name: '' },
    dataSourceRef: { kind: 'Pod', name: 'x', apiGroup: '^', namespace: 'Bad' },
  })
  expect(messagesOf(validatePersistentVolumeClaim(wrong))).toEqual([
    'spec.accessModes: Required value: at least 1 access mode is required',
    'spec.resources[storage]: Required value',
    'spec.dataSource.name: Required value',
    'spec.dataSource: Invalid value: "Pod": must be \'PersistentVolumeClaim\' when referencing the default apiGroup',
    expect.stringContaining('spec.dataSourceRef.apiGroup: Invalid value: "^"'),
    expect.stringContaining('spec.dataSourceRef.namespace: Invalid value: "Bad"'),
    'spec: Invalid value: {}: may not be specified when dataSourceRef.namespace is specified',
  ])
})

describe('a changed claim', () => {
  const bound = { status: { phase: 'Bound', capacity: { storage: '5G' } } }
  const annotated = (value: string) => ({
    metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': value } },
  })
  const immutable = 'spec: Forbidden: spec is immutable after creation except resources.requests'
  const smaller = 'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity'

  test.each<[string, PersistentVolumeClaim, PersistentVolumeClaim, string[]]>([
    ['may be bound to a volume', claim({}), claim({ volumeName: 'v' }), []],
    ['stays with its volume', claim({ volumeName: 'v' }), claim({ volumeName: 'w' }), [immutable]],
    ['grows when it is bound', claim({}, bound), claim(size('20G'), bound), []],
    ['does not grow before', claim({}), claim(size('20G')), [immutable]],
    ['shrinks to what it has got', claim({}, bound), claim(size('6G'), bound), []],
    ['does not shrink below', claim({}, bound), claim(size('5G'), bound), [smaller]],
    [
      'keeps its mode',
      claim({ volumeMode: 'Block' }),
      claim({}),
      [immutable, 'volumeMode: Invalid value: null: field is immutable'],
    ],
    ['may get a class', claim({}), claim({ storageClassName: 'a' }), []],
    ['keeps its class', claim({ storageClassName: 'a' }), claim({ storageClassName: 'b' }), [immutable]],
    [
      'may move its class from the annotation',
      claim({}, annotated('a')),
      claim({ storageClassName: 'a' }, annotated('a')),
      [],
    ],
    [
      'keeps the annotation',
      claim({}, annotated('a')),
      claim({}, annotated('b')),
      ['metadata.annotations.volume.beta.kubernetes.io/storage-class: Invalid value: "b": field is immutable'],
    ],
  ])('%s', (...[, before, now, expected]) => {
    const found = messagesOf(validatePersistentVolumeClaimUpdate(now, before, features))
    expect(found).toHaveLength(expected.length)
    for (const [i, start] of expected.entries()) expect(found[i]).toContain(start)
  })

  test('keeps a class of attributes that is applied', () => {
    const status = { currentVolumeAttributesClassName: 'gold', phase: 'Bound' }
    const before = claim({ volumeAttributesClassName: 'gold' }, { status })
    const found = (name?: string) =>
      messagesOf(
        validatePersistentVolumeClaimUpdate(claim({ volumeAttributesClassName: name }, { status }), before, features),
      )
    const path = 'spec.volumeAttributesClassName: Forbidden: update to'
    expect(found('silver')).toEqual([])
    expect(found()).toEqual([`${path} nil is forbidden when status.currentVolumeAttributesClassName is not nil`])
    expect(found('')).toEqual([
      `${path} empty string is forbidden when status.currentVolumeAttributesClassName is not nil`,
    ])
  })
})

test('a status has known ways to resize', () => {
  const status = {
    capacity: { storage: '-1' },
    allocatedResources: { cpu: '1', storage: '1G' },
    allocatedResourceStatuses: { storage: 'x' },
  }
  expect(messagesOf(validatePersistentVolumeClaimStatusUpdate(claim({}, { status }), claim({}), features))).toEqual([
    'status.capacity[storage]: Invalid value: -1: must be a valid resource quantity',
    'status.allocatedResourceStatuses: Unsupported value: "storage": supported values: "ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"',
    'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
  ])
})

test('warnings name amounts that are no whole bytes', () => {
  expect(warningsForPersistentVolumeClaim(claim(size('1m')))).toEqual([
    'spec.resources.requests[storage]: fractional byte value "1m" is invalid, must be an integer',
  ])
})

test('both fields of the source say the same, and odd sources are dropped', () => {
  const context = {
    apiVersion: 'v1',
    release: newestRelease,
    featureEnabled: (gate: string) => gate === 'AnyVolumeDataSource',
    now: () => new Date(0),
  }
  const prepared = (spec: PersistentVolumeClaimSpec) => {
    const each = claim(spec, { status: { phase: 'Bound' } })
    persistentVolumeClaimStrategy.prepareForCreate?.(each, context)
    expect(each.status).toEqual({})
    return [each.spec?.dataSource, each.spec?.dataSourceRef]
  }
  const source = { kind: 'PersistentVolumeClaim', name: 'x' }
  expect(prepared({ dataSource: source })).toEqual([source, source])
  expect(prepared({ dataSourceRef: source })).toEqual([source, source])
  expect(prepared({ dataSource: { kind: 'Pod', name: 'x' } })).toEqual([undefined, undefined])
  expect(prepared({ dataSourceRef: { ...source, namespace: 'other' } })).toEqual([undefined, undefined])
})
