import { SubresourceStore } from '@apimachinery/server/registry'
import { parseSelector } from 'apimachinery/fields'
import { parse as parseLabels } from 'apimachinery/labels'
import { DeleteOptions } from 'apimachinery/meta/v1'
import { describe, expect, test } from 'vitest'
import { defineResource, storeOf } from '../../src/registry/define-resource.js'
import { encodable } from '../../src/registry/encodable.js'
import { Storages } from '../../src/registry/storages.js'
import type { RequestContext } from '../../src/request/request-context.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'
import { Flunder } from '../endpoints/wardle.js'
import { context, create, failure, flunder, flunderIn, newStore, replacing, revision, scheme } from './flunder-store.js'

describe('delete', () => {
  test('answers a status that names the object', async () => {
    const { store } = newStore()
    const { metadata } = await create(store, flunder('a'))
    const { result, deleted } = await store.delete(context(), 'a', { options: new DeleteOptions() })
    expect(deleted).toBe(true)
    expect(result?.object).toMatchObject({
      status: 'Success',
      details: { name: 'a', group: 'wardle.example.com', kind: 'flunders', uid: metadata?.uid },
    })
  })

  test('checks preconditions', async () => {
    const { store } = newStore()
    await create(store, flunder('a'))
    const options = new DeleteOptions({ preconditions: { uid: 'other' } })
    const { status } = await failure(store.delete(context(), 'a', { options }))
    expect(status).toMatchObject({ code: 409, reason: 'Conflict' })
    expect(status.message).toContain('the UID in the precondition (other) does not match the UID in record')
  })

  test('marks an object with finalizers', async () => {
    const { store } = newStore()
    await create(store, flunder('a', { metadata: { finalizers: ['example.com/f'] } }))
    const { result, deleted } = await store.delete(context(), 'a', { options: new DeleteOptions() })
    expect(deleted).toBe(false)
    expect(flunderIn(result).metadata).toMatchObject({
      deletionTimestamp: '2026-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 0,
      generation: 2,
      finalizers: ['example.com/f'],
    })
  })

  test.each([
    ['Orphan', ['orphan']],
    ['Foreground', ['foregroundDeletion']],
  ])('%s adds its finalizer', async (propagationPolicy, finalizers) => {
    const { store } = newStore()
    await create(store, flunder('a'))
    const { result, deleted } = await store.delete(context(), 'a', {
      options: new DeleteOptions({ propagationPolicy }),
    })
    expect(deleted).toBe(false)
    expect(flunderIn(result).metadata?.finalizers).toEqual(finalizers)
  })

  test('waits for a grace period, which can only become shorter', async () => {
    const { store } = newStore({
      hooks: {
        checkGracefulDelete(_context, _object, options) {
          options.gracePeriodSeconds ??= 30
          return true
        },
      },
    })
    await create(store, flunder('a'))
    const remove = async (gracePeriodSeconds?: number) => {
      const { result, deleted } = await store.delete(context(), 'a', {
        options: new DeleteOptions(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
      })
      // What is pending already is answered by a Status.
      return { metadata: result?.object instanceof Flunder ? result.object.metadata : undefined, deleted }
    }
    const first = await remove()
    expect(first.deleted).toBe(false)
    expect(first.metadata).toMatchObject({ deletionGracePeriodSeconds: 30, deletionTimestamp: '2026-01-01T00:00:30Z' })
    await remove(60)
    const stored = await store.get(context(), 'a', {})
    expect(stored.object.metadata?.deletionGracePeriodSeconds).toBe(30)
    const shorter = await remove(10)
    expect(shorter.metadata).toMatchObject({
      deletionGracePeriodSeconds: 10,
      deletionTimestamp: '2026-01-01T00:00:10Z',
    })
    expect((await remove(0)).deleted).toBe(true)
  })

  test('leaves no trace of a dry run', async () => {
    const { store, kv } = newStore()
    await create(store, flunder('a', { metadata: { finalizers: ['example.com/f'] } }))
    const before = await revision(kv)
    const { result } = await store.delete(context(), 'a', { options: new DeleteOptions({ dryRun: ['All'] }) })
    expect(flunderIn(result).metadata?.deletionTimestamp).toBe('2026-01-01T00:00:00Z')
    expect(await revision(kv)).toBe(before)
  })

  test('deletes what a list selects', async () => {
    const { store } = newStore()
    for (const name of ['a', 'b', 'c']) {
      await create(store, flunder(name, { metadata: { labels: { keep: name === 'b' ? 'yes' : 'no' } } }))
    }
    const gone = await store.deleteCollection(
      context(),
      { options: new DeleteOptions() },
      { labelSelector: parseLabels('keep=no') },
    )
    expect(gone.items.map(({ object }) => object.metadata?.name)).toEqual(['a', 'c'])
    const left = await store.list(context(), {})
    expect(left.items.map(({ object }) => object.metadata?.name)).toEqual(['b'])
  })
})

describe('list and watch', () => {
  test('select by label, field, name and namespace', async () => {
    const { store } = newStore()
    const there = context({ namespace: 'other' })
    await create(store, flunder('a', { spec: { reference: 'x' } }))
    await create(store, flunder('b', { metadata: { labels: { l: '1' } } }))
    await create(store, flunder('a'), there)
    const names = async (of: RequestContext, request: Parameters<typeof store.list>[1]) =>
      (await store.list(of, request)).items.map(
        ({ object: { metadata } }) => `${metadata?.namespace}/${metadata?.name}`,
      )
    const all = context({ namespace: '' })
    expect(await names(all, {})).toEqual(['ns/a', 'ns/b', 'other/a'])
    expect(await names(context(), {})).toEqual(['ns/a', 'ns/b'])
    expect(await names(all, { labelSelector: parseLabels('l') })).toEqual(['ns/b'])
    expect(await names(all, { fieldSelector: parseSelector('spec.reference=x') })).toEqual(['ns/a'])
    expect(await names(all, { fieldSelector: parseSelector('metadata.name=a') })).toEqual(['ns/a', 'other/a'])
    expect(await names(all, { fieldSelector: parseSelector('metadata.namespace=other') })).toEqual(['other/a'])
    expect(await names(context(), { fieldSelector: parseSelector('metadata.name=b') })).toEqual(['ns/b'])
  })

  test('go page by page over one snapshot', async () => {
    const { store } = newStore()
    for (const name of ['a', 'b', 'c']) await create(store, flunder(name))
    const first = await store.list(context(), { limit: 2 })
    expect(first.remainingItemCount).toBe(1)
    await create(store, flunder('d'))
    const second = await store.list(context(), { limit: 2, continue: first.continueToken })
    expect(second.items.map(({ object }) => object.metadata?.name)).toEqual(['c'])
    expect(second.resourceVersion).toBe(first.resourceVersion)
  })

  test('show decorated copies', async () => {
    const { store } = newStore({
      hooks: {
        decorate: (object) => {
          object.status = { phase: 'shown' }
        },
      },
    })
    await create(store, flunder('a'))
    const got = await store.get(context(), 'a', {})
    expect(got.object.status).toEqual({ phase: 'shown' })
    const bytes = await store.storage.get('/registry/wardle.example.com/flunders/ns/a')
    expect(bytes.object.status).toEqual({})
  })
})

describe('names and namespaces', () => {
  test.each([
    ['', 'Name parameter required.'],
    ['a/b', 'Name parameter invalid: "a/b": may not contain \'/\''],
    ['..', 'Name parameter invalid: "..": may not be \'..\''],
  ])('refuse the name %j', async (name, message) => {
    const { store } = newStore()
    expect((await failure(store.get(context(), name, {}))).status).toMatchObject({ code: 400, message })
  })

  test('want a namespace', async () => {
    const { store } = newStore()
    const { status } = await failure(store.get(context({ namespace: '' }), 'a', {}))
    expect(status.message).toBe('Namespace parameter required.')
  })
})

describe('subresources', () => {
  test('never create, and write with hooks of their own', async () => {
    const { store } = newStore()
    const hooks = store.options.strategy.subresources?.status
    if (hooks === undefined) throw new Error('no status')
    const status = new SubresourceStore(store, hooks)
    const missing = await failure(
      status.update(
        context(),
        'a',
        replacing(() => flunder('a'), { forceAllowCreate: true }),
      ),
    )
    expect(missing.status.code).toBe(404)
    await create(store, flunder('a', { spec: { size: 1 } }))
    const { result } = await status.update(
      context(),
      'a',
      replacing((current) => {
        const next = current?.deepCopy() as Flunder
        next.spec = { size: 2 }
        next.status = { phase: 'Ready' }
        return next
      }),
    )
    expect(result.object).toMatchObject({ spec: { size: 1 }, status: { phase: 'Ready' }, metadata: { generation: 1 } })
  })
})

test('a resource as data makes a store', async () => {
  const storages = new Storages({ kv: new MemoryKV(), scheme })
  const store = storeOf(defineResource(Flunder), storages)
  expect([store.singularName, store.shortNames, store.categories, store.namespaced]).toEqual([
    'flunder',
    ['fl'],
    ['all'],
    true,
  ])
  await create(store, flunder('a'))
  const { object } = await store.get(context(), 'a', {})
  expect(encodable(object).object.metadata?.name).toBe('a')
  await storages.close()
})

describe('a store', () => {
  test.each([
    [undefined, false],
    [true, true],
    [false, false],
  ])('whose deletions return the object: %s, says so: %s', (returnsDeletedObject, says) => {
    const storages = new Storages({ kv: new MemoryKV(), scheme, isCached: () => false })
    const options = returnsDeletedObject === undefined ? {} : { returnsDeletedObject }
    expect(storeOf(defineResource(Flunder, options), storages).deleteReturnsObject).toBe(says)
  })

  test('reads a version that is not there yet in vain', async () => {
    const { store } = newStore()
    await create(store, flunder('a'))
    const { status } = await failure(store.get(context(), 'a', { resourceVersion: '999' }))
    expect(status).toMatchObject({ code: 504, reason: 'Timeout' })
  })
})
