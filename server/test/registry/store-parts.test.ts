import { SubresourceStore } from '@apimachinery/server/registry'
import { Deployment, ReplicaSet } from 'apimachinery/api/apps/v1'
import { ReplicationController } from 'apimachinery/api/core/v1'
import { CreateOptions, DeleteOptions, UpdateOptions } from 'apimachinery/meta/v1'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { GroupVersionKind } from 'apimachinery/schema'
import { fieldPath, invalid } from 'apimachinery/validation'
import { describe, expect, test } from 'vitest'
import { attributesOf } from '../../src/registry/attributes-of.js'
import { beforeDelete } from '../../src/registry/before-delete.js'
import { checkedStore, checkedSubresource } from '../../src/registry/checked-store.js'
import { deprecationOf } from '../../src/registry/kind-lifecycle.js'
import { replicasScale } from '../../src/registry/scale-store.js'
import { sizedResource } from '../../src/registry/sized-resource.js'
import { serializerOf, storageMediaTypes, storageSerializers } from '../../src/registry/storage-serializers.js'
import { Flunder } from '../endpoints/wardle.js'
import { context, create, failure, flunder, newStore, replacing, scheme } from './flunder-store.js'

// Facts of TestWarningMessage of k8s.io/apiserver/pkg/endpoints/deprecation.
describe('the warning of a deprecated kind', () => {
  const gvk = new GroupVersionKind('example.com', 'v1beta1', 'Widget')

  test('says since when, until when, and what to use instead, as far as that is known', () => {
    expect(deprecationOf(gvk, undefined)).toBeUndefined()
    expect(deprecationOf(gvk, { deprecated: '1.2' })).toEqual({
      warning: 'example.com/v1beta1 Widget is deprecated in v1.2+',
      removedRelease: '',
    })
    expect(deprecationOf(gvk, { deprecated: '1.2', removed: '1.5' })).toEqual({
      warning: 'example.com/v1beta1 Widget is deprecated in v1.2+, unavailable in v1.5+',
      removedRelease: '1.5',
    })
    const replacement = new GroupVersionKind('', 'v1', 'Gadget')
    expect(deprecationOf(gvk, { deprecated: '1.2', removed: '1.5', replacement })?.warning).toBe(
      'example.com/v1beta1 Widget is deprecated in v1.2+, unavailable in v1.5+; use v1 Gadget',
    )
    expect(deprecationOf(gvk, { deprecated: '1.2', replacement })?.warning).toBe(
      'example.com/v1beta1 Widget is deprecated in v1.2+; use v1 Gadget',
    )
  })
})

describe('the scale of a kind with replicas', () => {
  const access = () => replicasScale<Deployment | ReplicaSet | ReplicationController>(['apps/v1', 'v1'])
  const template = { spec: { containers: [] } }

  test('is read and written where all kinds have it', () => {
    const object = new Deployment({
      spec: { replicas: 3, selector: { matchLabels: { a: 'b' } }, template },
      status: { replicas: 2 },
    })
    expect([access().replicas(object), access().statusReplicas(object), access().selector(object)]).toEqual([
      3,
      2,
      'a=b',
    ])
    access().setReplicas(object, 5)
    expect(object.spec).toMatchObject({ replicas: 5, selector: { matchLabels: { a: 'b' } } })
  })

  test('is nothing where the object says nothing', () => {
    const object = new Deployment({ metadata: { name: 'd' } })
    expect([access().replicas(object), access().statusReplicas(object), access().selector(object)]).toEqual([0, 0, ''])
    access().setReplicas(object, 1)
    expect(object.spec?.replicas).toBe(1)
  })

  test('selects by expressions, and by labels of kinds that have no expressions', () => {
    const matchExpressions = [{ key: 'a', operator: 'In', values: ['x', 'y'] }]
    expect(access().selector(new ReplicaSet({ spec: { selector: { matchExpressions }, template } }))).toBe('a in (x,y)')
    const controller = new ReplicationController({ spec: { selector: { a: 'b', c: 'd' } } })
    expect(access().selector(controller)).toBe('a=b,c=d')
  })

  test('has one path in each version', () => {
    expect([...access().paths.keys()]).toEqual(['apps/v1', 'v1'])
    expect([...access().paths.values()].map((path) => JSON.stringify(path))).toEqual(
      Array.from({ length: 2 }, () => expect.stringMatching(/spec.*replicas/)),
    )
  })
})

describe('what is stored', () => {
  const infos = new CodecFactory(scheme).supportedMediaTypes()
  const text = (value: string) => new TextEncoder().encode(value)
  const json = text('{"kind":"Flunder"}')
  const yaml = text('apiVersion: v1\nkind: Flunder\n')
  const mediaTypeOf = (data: Uint8Array, written: (typeof storageMediaTypes)[number]) => {
    const serializer = serializerOf(data, storageSerializers(infos, written))
    return infos.find((info) => info.serializer === serializer)?.mediaType
  }

  test.each(storageMediaTypes)('is read by its first bytes where %s is written', (written) => {
    expect(mediaTypeOf(json, written)).toBe('application/json')
    expect(mediaTypeOf(text('k8s\0abc'), written)).toBe('application/vnd.kubernetes.protobuf')
    expect(mediaTypeOf(yaml, written)).toBe('application/yaml')
  })

  test.each(storageMediaTypes)('is what %s refuses where nothing recognizes it', (written) => {
    expect(mediaTypeOf(text('5: x'), written)).toBe(written)
    expect(mediaTypeOf(text('-- a: b'), written)).toBe(written)
    expect(mediaTypeOf(text(''), written)).toBe(written)
  })

  test('is not read by a format that recognizes nothing', () => {
    const { serializer } = storageSerializers(infos, 'application/json')
    const silent = { ...serializer, recognizesData: undefined } as never
    expect(serializerOf(yaml, { serializer, readers: [silent] })).toBe(serializer)
  })

  test('is read by the one format that there is', () => {
    const { serializer } = storageSerializers(infos, 'application/json')
    expect(serializerOf(yaml, { serializer })).toBe(serializer)
  })
})

describe('the size of a resource', () => {
  test('is how many objects there are, and how large some of them are', async () => {
    const { store } = newStore()
    const sized = sizedResource(store.groupResource, () => store as never)
    expect([sized.group, sized.resource]).toEqual(['wardle.example.com', 'flunders'])
    expect([await sized.count(), await sized.averageBytes()]).toEqual([0, 0])
    await create(store, flunder('a'))
    const small = await sized.averageBytes()
    expect(small).toBeGreaterThan(100)
    await create(store, flunder('b', { metadata: { annotations: { long: 'x'.repeat(10_000) } } }))
    const both = await sized.averageBytes()
    expect(await sized.count()).toBe(2)
    expect(both).toBeGreaterThan(small + 4000)
    expect(both).toBeLessThan(small + 6000)
    expect(Number.isInteger(both)).toBe(true)
  })
})

describe('a store with a check of its own', () => {
  const seen: unknown[] = []
  const checked = () => {
    const { store } = newStore()
    const found = checkedStore(store, async (_context, object, old) => {
      seen.push([object.spec?.reference, old?.spec?.reference])
      return object.spec?.reference === 'bad' ? [invalid(fieldPath('spec', 'reference'), 'bad', 'is bad')] : []
    })
    return { store, checked: found }
  }
  const withReference = (reference: string) => flunder('a', { spec: { reference } })

  test('refuses what the check finds wrong, before admission', async () => {
    const { checked: store } = checked()
    const asked: unknown[] = []
    const validate = async (object: object) => void asked.push(object)
    const options = new CreateOptions()
    const error = await failure(store.create!(context(), withReference('bad'), { options, validate }))
    expect(error.status.message).toBe(
      'Flunder.wardle.example.com "a" is invalid: spec.reference: Invalid value: "bad": is bad',
    )
    expect(asked).toEqual([])
    await store.create!(context(), withReference('good'), { options, validate })
    expect(asked).toHaveLength(1)
  })

  test('sees the old object where there is one', async () => {
    const { checked: store, store: plain } = checked()
    const update = (reference: string, more = {}) =>
      store.update!(
        context(),
        'a',
        replacing((old) => flunder('a', { metadata: { ...old?.metadata }, spec: { reference } }), more),
      )
    await create(plain, withReference('first'))
    seen.length = 0
    const asked: unknown[] = []
    await update('second', { validateUpdate: async () => void asked.push('update') })
    expect([seen, asked]).toEqual([[['second', 'first']], ['update']])
    expect((await failure(update('bad'))).status.reason).toBe('Invalid')
  })

  test('checks what an update creates', async () => {
    const { checked: store } = checked()
    const asked: unknown[] = []
    const request = (reference: string) =>
      replacing(() => withReference(reference), {
        forceAllowCreate: true,
        options: new UpdateOptions(),
        validateCreate: async () => void asked.push('create'),
      } as never)
    expect((await failure(store.update!(context(), 'a', request('bad')))).status.reason).toBe('Invalid')
    expect(asked).toEqual([])
    expect((await store.update!(context(), 'a', request('good'))).created).toBe(true)
    expect(asked).toEqual(['create'])
  })
})

describe('a subresource with a check of its own', () => {
  const checked = () => {
    const { store } = newStore()
    const status = new SubresourceStore(store, { ...store.options.strategy, resetFields: { v1: [['spec']] } } as never)
    return { store, checked: checkedSubresource(status, async () => [invalid(fieldPath('status'), 'x', 'is bad')]) }
  }

  test('is read as before, and refuses what the check finds wrong', async () => {
    const { store, checked: status } = checked()
    await create(store, flunder('a'))
    expect((await status.get!(context(), 'a', {})).object.metadata?.name).toBe('a')
    const error = await failure(
      status.update!(
        context(),
        'a',
        replacing((old) => old!.deepCopy() as Flunder),
      ),
    )
    expect(error.status).toMatchObject({ code: 422, message: expect.stringContaining('status: Invalid value: "x"') })
  })

  test('has the type, scope and reset fields of the subresource', () => {
    const { checked: status } = checked()
    expect(status).toMatchObject({ type: Flunder, namespaced: true })
    expect([...(status.resetFields?.keys() ?? [])]).toEqual(['v1'])
    expect(status.create).toBeUndefined()
  })
})

describe('what selectors see of an object', () => {
  const object = flunder('a', { metadata: { namespace: 'ns', labels: { l: '1' } }, spec: { reference: 'r' } })

  test.each([
    ['with a namespace', object, true, { 'metadata.name': 'a', 'metadata.namespace': 'ns' }, { l: '1' }],
    ['of a cluster', object, false, { 'metadata.name': 'a' }, { l: '1' }],
    ['without metadata', new Flunder(), true, { 'metadata.name': '', 'metadata.namespace': '' }, {}],
  ] as const)('%s', (...[, given, namespaced, fields, labels]) => {
    expect(attributesOf(given, namespaced, undefined)).toEqual({ labels, fields })
  })

  test('with fields of its kind', () => {
    const select = ({ spec }: Flunder) => ({ 'spec.reference': spec?.reference ?? '' })
    expect(attributesOf(object, false, select).fields).toEqual({ 'metadata.name': 'a', 'spec.reference': 'r' })
  })
})

describe('a deletion', () => {
  const deleting = async (options: object, checkGracefulDelete?: (options: DeleteOptions) => boolean) => {
    const hooks = checkGracefulDelete && {
      checkGracefulDelete: (_context: unknown, _object: unknown, given: DeleteOptions) => checkGracefulDelete(given),
    }
    const { store } = newStore(hooks === undefined ? {} : { hooks })
    await create(store, flunder('a'))
    return store.delete(context(), 'a', { options: new DeleteOptions(options) })
  }

  test('with a grace period must have one', async () => {
    expect((await failure(deleting({}, () => true))).status).toMatchObject({
      code: 500,
      message: 'Internal error occurred: options.GracePeriodSeconds should not be nil',
    })
  })

  test('whose grace period is negative has one second', async () => {
    const seen: unknown[] = []
    const { deleted } = await deleting({ gracePeriodSeconds: -5 }, ({ gracePeriodSeconds }) => {
      seen.push(gracePeriodSeconds)
      return true
    })
    expect([new Set(seen), deleted]).toEqual([new Set([1]), false])
  })

  test.each([0, -1])('is graceful again for what has a grace period of %i already', async (given) => {
    const { store } = newStore({ hooks: { checkGracefulDelete: () => true } })
    const object = flunder('a', { metadata: { deletionGracePeriodSeconds: given } })
    const now = new Date('2026-01-01T00:00:00Z')
    const checkGraceful = () => true
    beforeDelete(object, new DeleteOptions({ gracePeriodSeconds: 5 }), { type: store.type, now, checkGraceful })
    expect(object.metadata).toMatchObject({ deletionGracePeriodSeconds: 5, deletionTimestamp: '2026-01-01T00:00:05Z' })
  })

  test.each([
    [-1, 1],
    [0, 0],
    [7, 7],
  ])('keeps %i seconds of grace that run already as %i where there is no grace', async (given, kept) => {
    const object = flunder('a', { metadata: { deletionGracePeriodSeconds: given } })
    beforeDelete(object, new DeleteOptions(), { type: Flunder, now: new Date(0) })
    expect(object.metadata?.deletionGracePeriodSeconds).toBe(kept)
  })

  test.each([
    [3, 4],
    [0, 0],
    [undefined, undefined],
  ])('with grace changes what is asked for: generation %s becomes %s', async (generation, next) => {
    const object = flunder('a', { metadata: { ...(generation !== undefined && { generation }) } })
    const options = new DeleteOptions({ gracePeriodSeconds: 5 })
    beforeDelete(object, options, { type: Flunder, now: new Date(0), checkGraceful: () => true })
    expect(object.metadata?.generation).toBe(next)
  })

  test('without grace is at once', async () => {
    expect((await deleting({}, () => false)).deleted).toBe(true)
    expect((await deleting({ gracePeriodSeconds: 30 })).deleted).toBe(true)
  })

  test('of options that cannot be is refused', async () => {
    const error = await failure(deleting({ propagationPolicy: 'Sometimes' }))
    expect(error.status.message).toContain('DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy')
  })
})
