import { PersistentVolumeClaim } from 'apimachinery/api/core/v1'
import { StorageClass } from 'apimachinery/api/storage/v1'
import { describe, expect, it } from 'vitest'
import { defaultStorageClass, persistentVolumeClaimResize } from '../../src/admission/plugins/default-storage-class.js'
import { answerOf, attributesOf } from './attributes-of.js'

const lister = (classes: readonly StorageClass[]) => ({
  storageClasses: {
    get: (_namespace: string, name: string) => classes.find(({ metadata }) => metadata?.name === name),
    list: () => classes,
  },
})
const storageClass = (name: string, annotations: object = {}, more: object = {}): StorageClass =>
  new StorageClass({ metadata: { name, annotations: annotations as never, ...more }, provisioner: 'p' })
const claim = (spec: object, metadata: object = {}, status: object = {}): PersistentVolumeClaim =>
  new PersistentVolumeClaim({
    metadata: { name: 'c', namespace: 'ns', ...metadata },
    spec: spec as never,
    status: status as never,
  })

describe('DefaultStorageClass', () => {
  const ga = { 'storageclass.kubernetes.io/is-default-class': 'true' }
  const beta = { 'storageclass.beta.kubernetes.io/is-default-class': 'true' }
  const plain = storageClass('plain')
  const at = (name: string, creationTimestamp: string): StorageClass => storageClass(name, ga, { creationTimestamp })
  const [older, newer] = [at('older', '2026-01-01T00:00:00Z'), at('newer', '2026-01-02T00:00:00Z')]

  it.each([
    ['no class', [], {}, {}, undefined],
    ['no default', [plain], {}, {}, undefined],
    ['one default', [plain, storageClass('a', ga)], {}, {}, 'a'],
    ['one default by its old name', [storageClass('a', beta)], {}, {}, 'a'],
    [
      'a class that says false',
      [storageClass('a', { 'storageclass.kubernetes.io/is-default-class': 'false' })],
      {},
      {},
      undefined,
    ],
    ['a class of its own', [storageClass('a', ga)], { storageClassName: 'own' }, {}, 'own'],
    ['an empty class', [storageClass('a', ga)], { storageClassName: '' }, {}, ''],
    ['an annotation', [storageClass('a', ga)], {}, { 'volume.beta.kubernetes.io/storage-class': 'own' }, undefined],
    ['two defaults, the newer first', [newer, older], {}, {}, 'newer'],
    ['two defaults, the older first', [older, newer], {}, {}, 'newer'],
    [
      'two defaults as old as each other',
      [at('b', '2026-01-02T00:00:00Z'), at('a', '2026-01-02T00:00:00Z')],
      {},
      {},
      'a',
    ],
  ])('with %s', async (...[, classes, spec, annotations, wanted]) => {
    const object = claim(spec, { annotations })
    expect(
      await answerOf(
        defaultStorageClass(lister(classes)),
        attributesOf({ resource: 'persistentvolumeclaims', object }),
      ),
    ).toBe('')
    expect(object.spec?.storageClassName).toBe(wanted)
  })
})

interface Place {
  readonly phase?: string
  readonly annotations?: Readonly<Record<string, string>>
}

describe('PersistentVolumeClaimResize', () => {
  const growing = new StorageClass({ metadata: { name: 'growing' }, provisioner: 'p', allowVolumeExpansion: true })
  const fixed = new StorageClass({ metadata: { name: 'fixed' }, provisioner: 'p', allowVolumeExpansion: false })
  const silent = new StorageClass({ metadata: { name: 'silent' }, provisioner: 'p' })
  const plugin = persistentVolumeClaimResize(lister([growing, fixed, silent]))
  const sized = (storage: string, storageClassName?: string, { phase = 'Bound', ...metadata }: Place = {}) =>
    claim(
      { resources: { requests: { storage } }, ...(storageClassName !== undefined && { storageClassName }) },
      metadata,
      { phase },
    )
  const cannot =
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
  const old = { annotations: { 'volume.beta.kubernetes.io/storage-class': 'growing' } }

  it.each([
    ['a class that allows it', sized('1Gi', 'growing'), sized('2Gi', 'growing'), ''],
    ['a class by its annotation', sized('1Gi', undefined, old), sized('2Gi', undefined, old), ''],
    ['a class that forbids it', sized('1Gi', 'fixed'), sized('2Gi', 'fixed'), cannot],
    ['a class that says nothing', sized('1Gi', 'silent'), sized('2Gi', 'silent'), cannot],
    ['a class that there is not', sized('1Gi', 'gone'), sized('2Gi', 'gone'), cannot],
    ['no class', sized('1Gi'), sized('2Gi'), cannot],
    ['another class than before', sized('1Gi', 'fixed'), sized('2Gi', 'growing'), cannot],
    [
      'no volume yet',
      sized('1Gi', 'growing', { phase: 'Pending' }),
      sized('2Gi', 'growing', { phase: 'Pending' }),
      'Only bound persistent volume claims can be expanded',
    ],
    ['the same size in other words', sized('1Gi', 'fixed'), sized('1024Mi', 'fixed'), ''],
    ['a smaller size', sized('2Gi', 'fixed'), sized('1Gi', 'fixed'), ''],
  ])('of claims with %s', async (...[, before, object, answer]) => {
    const asked = { operation: 'UPDATE', resource: 'persistentvolumeclaims', object, old: before } as const
    const said = await answerOf(plugin, attributesOf(asked))
    expect(said).toBe(answer === '' ? '' : `persistentvolumeclaims "c" is forbidden: ${answer}`)
    expect(await answerOf(plugin, attributesOf({ ...asked, resource: 'persistentvolumeclaims/status' }))).toBe('')
  })
})
