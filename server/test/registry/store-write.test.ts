import type { Store } from '@apimachinery/server/registry'
import { CreateOptions, DeleteOptions } from 'apimachinery/meta/v1'
import { describe, expect, test } from 'vitest'
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
