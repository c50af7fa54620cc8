import { MetricsRegistry } from '@apimachinery/client/metrics'
import type { Store } from '@apimachinery/server/registry'
import { releaseOf } from 'apimachinery/api/releases'
import { CreateOptions, DeleteOptions, UpdateOptions } from 'apimachinery/meta/v1'
import { describe, expect, test } from 'vitest'
import { StorageMetrics } from '../../src/metrics/storage-metrics.js'
import type { RequestContext } from '../../src/request/request-context.js'
import { Flunder } from '../endpoints/wardle.js'
import { context, create, failure, flunder, newStore, replacing, revision } from './flunder-store.js'

describe('create', () => {
  test('gives an object its uid, time, namespace and generation', async () => {
    const { store } = newStore()
    const { metadata, status } = await create(store, flunder('a', { status: { phase: 'Ready' } }))
    expect(metadata).toMatchObject({
      name: 'a',
      namespace: 'ns',
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
    })
    expect(metadata?.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect(metadata?.resourceVersion).toMatch(/^[0-9]+$/)
    expect(status).toEqual({})
  })

  test('refuses a name that is taken, and says when its owner is being deleted', async () => {
    const { store } = newStore()
    await create(store, flunder('a', { metadata: { finalizers: ['example.com/f'] } }))
    expect((await failure(create(store, flunder('a')))).status).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'flunders.wardle.example.com "a" already exists',
    })
    await store.delete(context(), 'a', { options: new DeleteOptions() })
    const { status } = await failure(create(store, flunder('a')))
    expect(status.message).toBe('object is being deleted: flunders.wardle.example.com "a" already exists')
  })

  test('tries eight generated names', async () => {
    const generate = (): Flunder => new Flunder({ metadata: { generateName: 'g-' } })
    const taken = newStore({ names: ['1', '1', '1', '2'] })
    await create(taken.store, generate())
    expect((await create(taken.store, generate())).metadata?.name).toBe('g-2')
    const full = newStore({ names: Array.from({ length: 9 }, () => '1') })
    await create(full.store, generate())
    const { status } = await failure(create(full.store, generate()))
    expect(status.details?.retryAfterSeconds).toBe(1)
    expect(status.message).toBe(
      'flunders.wardle.example.com "g-1" already exists, the server was not able to generate a unique name for the object',
    )
  })

  test('tries a name that is given once, also where one could be generated', async () => {
    let begun = 0
    const { store } = newStore({ hooks: { beginCreate: () => void begun++ as never } })
    await create(store, flunder('a'))
    begun = 0
    const named = flunder('a', { metadata: { generateName: 'g-' } })
    const { status } = await failure(create(store, named))
    expect([begun, status.reason]).toEqual([1, 'AlreadyExists'])
    expect(named.metadata?.name).toBe('a')
  })

  test('ends its hook once, with what became of it', async () => {
    const ends: boolean[] = []
    const { store } = newStore({ hooks: { beginCreate: () => (success) => void ends.push(success) } })
    await create(store, flunder('a'))
    await failure(create(store, flunder('a')))
    expect(ends).toEqual([true, false])
  })

  test('leaves no trace of a dry run', async () => {
    const { store, kv } = newStore()
    const before = await revision(kv)
    const { object } = await store.create(context(), flunder('a'), { options: new CreateOptions({ dryRun: ['All'] }) })
    expect(object.metadata?.name).toBe('a')
    expect(object.metadata?.resourceVersion).toBeUndefined()
    expect(await revision(kv)).toBe(before)
  })

  test('calls validating admission with the stored object, and returns warnings', async () => {
    const { store } = newStore({ strategy: { warningsOnCreate: () => ['old'] } })
    const of = context()
    const asked: unknown[] = []
    const created = await store.create(of, flunder('a', { spec: { reference: 'x' } }), {
      options: new CreateOptions(),
      validate: async (object) => void asked.push([object.metadata?.uid, object.spec]),
    })
    expect(asked).toEqual([[created.object.metadata?.uid, { reference: 'x' }]])
    expect(of.said).toEqual(['old'])
  })
})

describe('update', () => {
  test('writes nothing when nothing changes', async () => {
    const { store, kv } = newStore()
    await create(store, flunder('a'))
    const before = await revision(kv)
    const { created } = await store.update(
      context(),
      'a',
      replacing((current) => current?.deepCopy() as Flunder),
    )
    expect(created).toBe(false)
    expect(await revision(kv)).toBe(before)
  })

  test('wants the resource version that is there', async () => {
    const { store } = newStore()
    await create(store, flunder('a'))
    const none = await failure(
      store.update(
        context(),
        'a',
        replacing(() => flunder('a')),
      ),
    )
    expect(none.status).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(none.status.message).toContain('metadata.resourceVersion: Invalid value: 0: must be specified for an update')
    const other = await failure(
      store.update(
        context(),
        'a',
        replacing(() => flunder('a', { metadata: { resourceVersion: '999' } })),
      ),
    )
    expect(other.status.message).toBe(
      'Operation cannot be fulfilled on flunders.wardle.example.com "a": the object has been modified; please apply your changes to the latest version and try again',
    )
  })

  test('overwrites without a version where the strategy allows it', async () => {
    const { store } = newStore({ strategy: { allowUnconditionalUpdate: true } })
    await create(store, flunder('a'))
    const { result } = await store.update(
      context(),
      'a',
      replacing(() => flunder('a', { spec: { size: 2 } })),
    )
    expect(result.object.spec).toEqual({ size: 2 })
    expect(result.object.metadata?.generation).toBe(2)
  })

  test('creates what is not there only where that is allowed', async () => {
    const strict = newStore()
    const missing = await failure(
      strict.store.update(
        context(),
        'a',
        replacing(() => flunder('a')),
      ),
    )
    expect(missing.status.message).toBe('flunders.wardle.example.com "a" not found')
    const forced = await strict.store.update(
      context(),
      'a',
      replacing(() => flunder('a'), { forceAllowCreate: true }),
    )
    expect(forced.created).toBe(true)
    const lenient = newStore({ strategy: { allowCreateOnUpdate: true } })
    const { created, result } = await lenient.store.update(
      context(),
      'a',
      replacing(() => flunder('a')),
    )
    expect(created).toBe(true)
    expect(result.object.metadata?.uid).toBeTruthy()
  })

  test.each([
    ['1.36', '2026-01-01T00:00:00Z'],
    ['1.37', undefined],
  ])('that creates keeps system metadata in %s only as that release does', async (release, deletionTimestamp) => {
    const { store } = newStore({ strategy: { allowCreateOnUpdate: true }, release: releaseOf(release) })
    const object = flunder('a', { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z', uid: 'given' } })
    const { result } = await store.update(
      context(),
      'a',
      replacing(() => object),
    )
    expect(result.object.metadata?.deletionTimestamp).toBe(deletionTimestamp)
    expect(result.object.metadata?.uid).not.toBe('given')
  })

  test('refuses the object with another uid', async () => {
    const { store } = newStore()
    const { metadata } = await create(store, flunder('a'))
    const { status } = await failure(
      store.update(
        context(),
        'a',
        replacing((current) => current as Flunder, { uid: 'other' }),
      ),
    )
    expect(status.message).toContain(
      `Precondition failed: UID in precondition: other, UID in object meta: ${metadata?.uid}`,
    )
    expect(status.code).toBe(409)
  })

  test('runs again for a newer state', async () => {
    const { store } = newStore()
    await create(store, flunder('a'))
    let tries = 0
    const { result } = await store.update(
      context(),
      'a',
      replacing(
        (current) => {
          const next = current?.deepCopy() as Flunder
          next.spec = { size: ++tries }
          return next
        },
        {
          validateUpdate: async () => {
            if (tries === 1) await bump(store)
          },
        },
      ),
    )
    expect(tries).toBe(2)
    expect(result.object.spec?.size).toBe(2)
  })

  test.each([
    ['1x', 'strconv.ParseUint: parsing "1x": invalid syntax'],
    ['x1', 'strconv.ParseUint: parsing "x1": invalid syntax'],
    ['-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
  ])('of version %j fails', async (resourceVersion, message) => {
    const { store } = newStore()
    await create(store, flunder('a'))
    const update = store.update(
      context(),
      'a',
      replacing(() => flunder('a', { metadata: { resourceVersion } })),
    )
    await expect(update).rejects.toThrow(message)
  })

  test('takes an empty version for none', async () => {
    const { store } = newStore({ strategy: { allowUnconditionalUpdate: true } })
    await create(store, flunder('a'))
    const { result } = await store.update(
      context(),
      'a',
      replacing(() => flunder('a', { metadata: { resourceVersion: '' }, spec: { size: 2 } })),
    )
    expect(result.object.spec?.size).toBe(2)
  })

  test('that creates ends the hook of creations with success, and gives the object its time to live', async () => {
    const ends: boolean[] = []
    const { store } = newStore({
      hooks: { beginCreate: () => (success) => void ends.push(success), ttl: () => 60 },
    })
    await store.update(
      context(),
      'a',
      replacing(() => flunder('a'), { forceAllowCreate: true }),
    )
    expect(ends).toEqual([true])
  })

  test.each([
    [['All'], true],
    [undefined, false],
  ])(
    'without the last finalizer, dry run %j: leaves the object: %s, and says so to the hook',
    async (dryRun, stays) => {
      const deleted: unknown[] = []
      const { store } = newStore({ hooks: { afterDelete: (_object, options) => void deleted.push(options.dryRun) } })
      await create(store, flunder('a', { metadata: { finalizers: ['example.com/f'] } }))
      await store.delete(context(), 'a', { options: new DeleteOptions() })
      const options = new UpdateOptions(dryRun === undefined ? {} : { dryRun })
      await store.update(
        context(),
        'a',
        replacing((current) => withoutFinalizers(current as Flunder), { options }),
      )
      expect(deleted).toEqual([dryRun])
      const found = await store.get(context(), 'a', {}).catch(() => undefined)
      expect(found !== undefined).toBe(stays)
    },
  )

  test('deletes the object whose last finalizer went', async () => {
    const deleted: string[] = []
    const { store } = newStore({ hooks: { afterDelete: ({ metadata }) => void deleted.push(metadata?.name ?? '') } })
    await create(store, flunder('a', { metadata: { finalizers: ['example.com/f'] } }))
    await store.delete(context(), 'a', { options: new DeleteOptions() })
    await store.update(
      context(),
      'a',
      replacing((current) => {
        const next = current?.deepCopy() as Flunder
        delete next.metadata?.finalizers
        return next
      }),
    )
    expect(deleted).toEqual(['a'])
    expect((await failure(store.get(context(), 'a', {}))).status.code).toBe(404)
  })
})

function withoutFinalizers(object: Flunder): Flunder {
  const next = object.deepCopy() as Flunder
  delete next.metadata?.finalizers
  return next
}

describe('the time in the store', () => {
  const timed = async (work: (of: RequestContext) => Promise<unknown>) => {
    let spent = 0
    const latencies = { storage: () => void spent++ } as never
    await work(context({ latencies }))
    return spent > 0
  }
  const stored = async (more: object = {}) => {
    const { store } = newStore({ metrics: new StorageMetrics(new MetricsRegistry()) })
    await create(store, flunder('a', more))
    return store
  }
  const options = new UpdateOptions()

  test.each<[string, (store: Store<Flunder>, of: RequestContext) => Promise<unknown>]>([
    ['a read', (store, of) => store.get(of, 'a', {})],
    ['a list', (store, of) => store.list(of, {})],
    ['a creation', (store, of) => create(store, flunder('b'), of)],
    [
      'an update',
      (store, of) => {
        const next = (old: Flunder | undefined) => ({ ...old?.deepCopy(), spec: { size: 9 } }) as Flunder
        return store.update(
          of,
          'a',
          replacing((old) => new Flunder(next(old)), { options }),
        )
      },
    ],
    ['a deletion', (store, of) => store.delete(of, 'a', { options: new DeleteOptions() })],
  ])('of %s is that of the request', async (_what, work) => {
    const store = await stored()
    expect(await timed((of) => work(store, of))).toBe(true)
  })

  test('of an update that deletes is that of both', async () => {
    const store = await stored({ metadata: { finalizers: ['example.com/f'] } })
    await store.delete(context(), 'a', { options: new DeleteOptions() })
    const times: string[] = []
    const latencies = { storage: () => void times.push('') } as never
    await store.update(
      context({ latencies }),
      'a',
      replacing((current) => withoutFinalizers(current as Flunder)),
    )
    expect(times.length).toBeGreaterThan(1)
  })
})

async function bump(store: Store<Flunder>): Promise<void> {
  await store.update(
    context(),
    'a',
    replacing((current) => {
      const next = current?.deepCopy() as Flunder
      next.metadata = { ...next.metadata, labels: { bumped: 'yes' } }
      return next
    }),
  )
}
