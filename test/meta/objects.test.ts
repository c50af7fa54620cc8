import { describe, expect, test } from 'vitest'
import * as apps from '../../src/api/apps/v1/index.js'
import * as core from '../../src/api/core/v1/index.js'
import {
  AlreadyOwnedError,
  accessor,
  addFinalizer,
  asPartialObjectMetadata,
  asPartialObjectMetadataList,
  commonAccessor,
  containsFinalizer,
  deletionPropagationOf,
  finalizersForPropagation,
  getControllerOf,
  hasAnnotation,
  hasLabel,
  hasObjectMetaSystemFieldValues,
  hasOwnerReference,
  isBeingDeleted,
  isControlledBy,
  listAccessor,
  NamespacedName,
  namespacedNameOf,
  newControllerRef,
  newSimpleNameGenerator,
  parseNamespacedName,
  removeFinalizer,
  removeOwnerReference,
  resetObjectMetaForStatus,
  setAnnotation,
  setControllerReference,
  setLabel,
  setOwnerReference,
  typeAccessor,
} from '../../src/meta/index.js'
import { PartialObjectMetadata, Status } from '../../src/meta/v1/index.js'
import { Unstructured, unstructuredFromContent } from '../../src/runtime/objects/unstructured.js'
import { isDNS1123Subdomain } from '../../src/validation/index.js'
import { thrown } from '../thrown.js'

function pod(metadata: object = {}): core.Pod {
  return new core.Pod({ metadata, spec: { containers: [] } })
}

function replicaSet(name: string, uid: string): apps.ReplicaSet {
  return new apps.ReplicaSet({ metadata: { name, namespace: 'ns', uid }, spec: { selector: {} } as never })
}

const kinds = [
  ['typed', (metadata: object) => pod(metadata)],
  ['unstructured', (metadata: object) => new Unstructured({ apiVersion: 'v1', kind: 'Pod', metadata })],
  ['partial', (metadata: object) => new PartialObjectMetadata({ metadata })],
] as const

describe.each(kinds)('accessors of %s objects', (_, make) => {
  test('read what is there, write through, and leave out what is emptied', () => {
    const object = make({ name: 'a', labels: { x: '1' } })
    const meta = accessor(object)
    expect(meta.name).toBe('a')
    meta.namespace = 'ns'
    meta.finalizers = ['f']
    meta.annotations = { b: '2' }
    meta.generation = 3
    meta.deletionGracePeriodSeconds = 0
    expect(object.metadata).toEqual({
      name: 'a',
      labels: { x: '1' },
      namespace: 'ns',
      finalizers: ['f'],
      annotations: { b: '2' },
      generation: 3,
      deletionGracePeriodSeconds: 0,
    })
    meta.labels = undefined
    meta.name = ''
    expect(Object.keys(object.metadata as object)).toEqual([
      'namespace',
      'finalizers',
      'annotations',
      'generation',
      'deletionGracePeriodSeconds',
    ])
    expect(meta.uid).toBe('')
    expect(meta.labels).toBeUndefined()
    expect(commonAccessor(object).resourceVersion).toBe('')
  })

  test('every property of the metadata is read and written', () => {
    const values = {
      name: 'a',
      namespace: 'ns',
      generateName: 'a-',
      uid: 'u',
      generation: 7,
      creationTimestamp: '2024-01-01T00:00:00Z',
      deletionTimestamp: '2024-01-02T00:00:00Z',
      deletionGracePeriodSeconds: 30,
      labels: { l: '1' },
      annotations: { a: '2' },
      finalizers: ['f'],
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'x' }],
      managedFields: [{ manager: 'm' }],
    }
    const object = make({})
    const meta = accessor(object) as unknown as Record<string, unknown>
    for (const [name, value] of Object.entries(values)) {
      meta[name] = value
      expect([name, meta[name]]).toEqual([name, value])
    }
    expect(JSON.parse(JSON.stringify(object)).metadata).toEqual(values)
  })

  test('labels and annotations are set one by one, whatever their names', () => {
    const object = make({})
    expect(hasLabel(object, 'a')).toBe(false)
    setLabel(object, 'a', '')
    setLabel(object, 'b', '2')
    setAnnotation(object, '__proto__', 'x')
    expect(accessor(object).labels).toEqual({ a: '', b: '2' })
    expect([hasLabel(object, 'a'), hasLabel(object, 'toString'), hasAnnotation(object, '__proto__')]).toEqual([
      true,
      false,
      true,
    ])
  })

  test('finalizers are added once, and removed wherever they stand', () => {
    const object = make({ finalizers: ['a', 'b', 'a'] })
    expect([addFinalizer(object, 'b'), addFinalizer(object, 'c')]).toEqual([false, true])
    expect(containsFinalizer(object, 'c')).toBe(true)
    expect([removeFinalizer(object, 'a'), removeFinalizer(object, 'a')]).toEqual([true, false])
    expect(accessor(object).finalizers).toEqual(['b', 'c'])
    removeFinalizer(object, 'b')
    removeFinalizer(object, 'c')
    expect(object.metadata).toEqual({})
  })
})

test('accessors reject values without such metadata', () => {
  const list = new core.PodList({ items: [] })
  expect(thrown(() => accessor(list)).message).toBe('object does not implement the Object interfaces')
  expect(thrown(() => accessor(unstructuredFromContent({ items: [] }))).message).toContain('Object interfaces')
  expect(thrown(() => listAccessor(pod())).message).toBe('object does not implement the List interfaces')
  const meta = listAccessor(list)
  meta.continue = 'token'
  meta.remainingItemCount = 5
  meta.resourceVersion = '9'
  expect(list.metadata).toEqual({ continue: 'token', remainingItemCount: 5, resourceVersion: '9' })
  expect(listAccessor(new Status()).resourceVersion).toBe('')
})

test('apiVersion and kind are read and written through', () => {
  const object = new Unstructured({ apiVersion: 'apps/v1', kind: 'Deployment' })
  const type = typeAccessor(object)
  type.kind = 'Scale'
  type.apiVersion = 'autoscaling/v1'
  expect([type.apiVersion, type.kind]).toEqual(['autoscaling/v1', 'Scale'])
  expect({ ...object }).toEqual({ apiVersion: 'autoscaling/v1', kind: 'Scale' })
})

describe('owner references', () => {
  const owner = replicaSet('rs', 'u1')
  const ref = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'rs', uid: 'u1' }

  test('a controller is set once, and found again', () => {
    expect(newControllerRef(owner)).toEqual({ ...ref, controller: true, blockOwnerDeletion: true })
    const object = pod({ name: 'p', namespace: 'ns' })
    expect(getControllerOf(object)).toBeUndefined()
    setControllerReference(owner, object)
    setControllerReference(owner, object)
    expect(object.metadata?.ownerReferences).toEqual([newControllerRef(owner)])
    expect(getControllerOf(object)).toEqual(newControllerRef(owner))
    expect(getControllerOf(object)).not.toBe(object.metadata?.ownerReferences?.[0])
    expect(isControlledBy(object, owner)).toBe(true)
    expect(isControlledBy(object, pod({ uid: 'u2' }))).toBe(false)
    expect(isControlledBy(pod(), pod())).toBe(false)
  })

  test('another controller is refused, another owner is not', () => {
    const object = pod({ name: 'p', namespace: 'ns' })
    setControllerReference(owner, object)
    const other = replicaSet('other', 'u3')
    const error = thrown(() => setControllerReference(other, object))
    expect(error).toBeInstanceOf(AlreadyOwnedError)
    expect(error.message).toBe('Object ns/p is already owned by another ReplicaSet controller rs')
    setOwnerReference(other, object)
    expect(object.metadata?.ownerReferences?.map(({ name }) => name)).toEqual(['rs', 'other'])
    expect(hasOwnerReference(object, other)).toBe(true)
    expect([removeOwnerReference(other, object), removeOwnerReference(other, object)]).toEqual([true, false])
    expect(removeOwnerReference(owner, object)).toBe(true)
    expect(object.metadata).not.toHaveProperty('ownerReferences')
  })

  test('versions of a group are the same owner, groups are not', () => {
    const object = pod({
      name: 'p',
      namespace: 'ns',
      ownerReferences: [{ ...ref, apiVersion: 'apps/v1beta2', uid: 'old' }],
    })
    expect(hasOwnerReference(object, owner)).toBe(true)
    setOwnerReference(owner, object)
    expect(object.metadata?.ownerReferences).toEqual([ref])
    const extensions = new Unstructured({
      apiVersion: 'extensions/v1beta1',
      kind: 'ReplicaSet',
      metadata: { name: 'rs' },
    })
    expect(hasOwnerReference(object, extensions)).toBe(false)
  })

  test.each([
    [{ name: 'p' }, "cluster-scoped resource must not have a namespace-scoped owner, owner's namespace ns"],
    [{ namespace: 'b' }, "cross-namespace owner references are disallowed, owner's namespace ns, obj's namespace b"],
  ])('across namespaces: %j', (metadata, message) => {
    expect(thrown(() => setControllerReference(owner, pod(metadata))).message).toBe(message)
  })

  test('an owner of the whole cluster may own anything; its kind has to be known', () => {
    const node = new core.Node({ metadata: { name: 'n', uid: 'u' } })
    const object = pod({ namespace: 'b' })
    setOwnerReference(node, object)
    expect(object.metadata?.ownerReferences).toEqual([{ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u' }])
    expect(() => setOwnerReference(new Unstructured({ metadata: { name: 'x' } }), object)).toThrow('owner has no kind')
  })
})

describe('deletion', () => {
  test('is under way when there is a timestamp', () => {
    expect(isBeingDeleted(pod())).toBe(false)
    expect(isBeingDeleted(pod({ deletionTimestamp: '2024-01-02T03:04:05Z' }))).toBe(true)
  })

  test.each([
    [[], {}, 'Background'],
    [['orphan'], {}, 'Orphan'],
    [['x', 'foregroundDeletion', 'orphan'], {}, 'Foreground'],
    [['orphan'], { propagationPolicy: 'Background' }, 'Background'],
    [['orphan'], { propagationPolicy: 'Unheard' }, 'Orphan'],
    [['orphan'], { orphanDependents: false }, 'Background'],
    [[], { orphanDependents: true, propagationPolicy: 'Foreground' }, 'Orphan'],
    [[], { propagationPolicy: 'Foreground', orphanDependents: null }, 'Foreground'],
  ])('of finalizers %j with %j is %s', (finalizers, options, policy) => {
    expect(deletionPropagationOf(pod({ finalizers }), options)).toBe(policy)
  })

  test.each([
    [['a'], 'Orphan', ['a', 'orphan']],
    [['orphan', 'a'], 'Orphan', ['orphan', 'a']],
    [['orphan', 'a'], 'Foreground', ['a', 'foregroundDeletion']],
    [['orphan', 'a'], 'Background', ['a']],
  ])('finalizers %j for %s', (finalizers, policy, expected) => {
    expect(finalizersForPropagation(pod({ finalizers }), policy)).toEqual(expected)
  })
})

describe('names', () => {
  test('are made of the base and five characters that are no words', () => {
    const { generateName } = newSimpleNameGenerator()
    for (const base of ['web-', '', 'x'.repeat(80)]) {
      const name = generateName(base)
      expect(name).toMatch(new RegExp(`^${base.slice(0, 58)}[bcdfghjklmnpqrstvwxz2456789]{5}$`))
      expect(isDNS1123Subdomain(name)).toEqual([])
    }
    expect(generateName('a')).not.toBe(generateName('a'))
  })

  test('every character is as likely as any other', () => {
    const counts = new Map<string, number>()
    for (let byte = 0; byte < 256; byte++) {
      let fills = 0
      const fillRandom = (bytes: Uint8Array) => bytes.fill(fills++ === 0 ? byte : 0)
      const name = newSimpleNameGenerator({ fillRandom }).generateName('')
      // The bytes that would make a character likelier are not used: the next ones are, which are 0 here.
      const first = fills > 1 ? 'none' : (name[0] as string)
      counts.set(first, (counts.get(first) ?? 0) + 1)
    }
    expect(counts.get('none')).toBe(256 % 27)
    counts.delete('none')
    expect([counts.size, new Set(counts.values())]).toEqual([27, new Set([9])])
  })

  test('with a namespace are printed and parsed as Go does', () => {
    expect(`${namespacedNameOf(pod({ name: 'a', namespace: 'ns' }))}`).toBe('ns/a')
    expect(`${namespacedNameOf(new core.Node({ metadata: { name: 'n' } }))}`).toBe('/n')
    expect(parseNamespacedName('ns/a').equals(new NamespacedName('ns', 'a'))).toBe(true)
    expect(parseNamespacedName('a')).toEqual(new NamespacedName('', 'a'))
    expect(parseNamespacedName('/a')).toEqual(new NamespacedName('', 'a'))
    expect(thrown(() => parseNamespacedName('a/b/c')).message).toBe('unexpected key format: "a/b/c"')
  })
})

test('partial metadata is that of the object, empty where that is broken', () => {
  const object = pod({ name: 'a', labels: { x: '1' } })
  const partial = asPartialObjectMetadata(object)
  expect(JSON.parse(JSON.stringify(partial))).toEqual({
    apiVersion: 'meta.k8s.io/v1',
    kind: 'PartialObjectMetadata',
    metadata: { name: 'a', labels: { x: '1' } },
  })
  const list = new core.PodList({ metadata: { resourceVersion: '7' }, items: [object] })
  const partials = asPartialObjectMetadataList(list)
  expect([partials.metadata, partials.items]).toEqual([{ resourceVersion: '7' }, [partial]])
  expect(asPartialObjectMetadata(new Unstructured({ metadata: 'broken' })).metadata).toEqual({})
})

test('a status update keeps the stored metadata, but for its version and managers', () => {
  expect(hasObjectMetaSystemFieldValues(pod({ name: 'a', creationTimestamp: null }))).toBe(false)
  expect(hasObjectMetaSystemFieldValues(pod({ uid: 'u' }))).toBe(true)
  expect(hasObjectMetaSystemFieldValues(pod({ creationTimestamp: '2024-01-02T03:04:05Z' }))).toBe(true)
  const stored = pod({ name: 'a', labels: { a: '1' }, generation: 4, ownerReferences: [{ name: 'o' }] })
  const update = pod({
    name: 'a',
    resourceVersion: '8',
    labels: { b: '2' },
    annotations: { c: '3' },
    managedFields: [{ manager: 'm' }],
  })
  resetObjectMetaForStatus(update, stored)
  expect(update.metadata).toEqual({
    name: 'a',
    resourceVersion: '8',
    labels: { a: '1' },
    generation: 4,
    ownerReferences: [{ name: 'o' }],
    managedFields: [{ manager: 'm' }],
  })
})
