import type { ConfigMap } from 'apimachinery/api/core/v1'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventHandler } from '../../src/cache/event-handler.js'
import { type InformerOptions, SharedInformer } from '../../src/cache/shared-informer.js'
import { expired, FakeSource } from '../support/fake-source.js'

let clock: FakeClock
let source: FakeSource
let informer: SharedInformer<ConfigMap>
let errors: unknown[]

beforeEach(() => {
  clock = new FakeClock()
  source = new FakeSource()
  errors = []
})
afterEach(async () => {
  await informer.stop()
  expect(clock.pendingTimers).toBe(0)
  expect(source.openWatches).toBe(0)
})

function make(options: InformerOptions<ConfigMap> = {}, namespaces?: string[]): SharedInformer<ConfigMap> {
  const sources = namespaces === undefined ? source.source() : namespaces.map((each) => source.source(each))
  informer = new SharedInformer(sources, {
    clock,
    random: () => 0.5,
    onError: (error) => errors.push(error),
    ...options,
  })
  return informer
}
async function started(
  options?: InformerOptions<ConfigMap>,
  namespaces?: string[],
): Promise<SharedInformer<ConfigMap>> {
  make(options, namespaces)
  void informer.run()
  await settle()
  return informer
}
const settle = (): Promise<void> => clock.stepAsync(0)
const name = (object: ConfigMap): string => `${object.metadata?.name}`
function recorder(told: string[] = []): EventHandler<ConfigMap> & { told: string[] } {
  return {
    told,
    onAdd: (object, { isInInitialList }) => told.push(`${isInInitialList ? 'initial' : 'add'} ${name(object)}`),
    onUpdate: (old, object, { isResync }) =>
      told.push(`${isResync ? 'resync' : 'update'} ${name(object)} ${old.data?.v ?? ''}→${object.data?.v ?? ''}`),
    onDelete: (object, { finalStateUnknown }) =>
      told.push(`${finalStateUnknown ? 'gone' : 'delete'} ${name(object)} ${object.data?.v ?? ''}`),
  }
}

describe('SharedInformer', () => {
  it('tells handlers of what is there, then of each change in order', async () => {
    source.put('a', { v: '1' })
    make()
    const handler = recorder()
    const registration = informer.addEventHandler(handler)
    expect([informer.hasSynced(), registration.hasSynced()]).toEqual([false, false])
    void informer.run()
    await registration.synced
    expect([informer.hasSynced(), registration.hasSynced()]).toEqual([true, true])
    source.put('b', { v: '1' })
    source.put('a', { v: '2' })
    source.delete('a')
    source.put('a', { v: '3' })
    await settle()
    expect(handler.told).toEqual(['initial a', 'add b', 'update a 1→2', 'delete a 2', 'add a'])
  })

  it('tells late handlers of all that is there first', async () => {
    source.put('a')
    await started()
    source.put('b')
    await settle()
    const handler = recorder()
    const registration = informer.addEventHandler(handler)
    source.put('c')
    await registration.synced
    expect(handler.told).toEqual(['initial a', 'initial b'])
    await settle()
    expect(handler.told).toEqual(['initial a', 'initial b', 'add c'])
  })

  it('detects deleted, changed, added and replaced objects after a gap', async () => {
    for (const each of ['kept', 'changed', 'deleted', 'replaced']) source.put(each, { v: '1' })
    await started()
    const handler = recorder()
    informer.addEventHandler(handler)
    await settle()
    handler.told.length = 0
    source.disconnect(expired())
    source.put('changed', { v: '2' })
    source.delete('deleted')
    source.delete('replaced')
    source.put('replaced', { v: '2' })
    source.put('new', { v: '1' })
    source.compact()
    await clock.stepAsync(60_000)
    expect(handler.told.sort()).toEqual([
      'add new',
      'add replaced',
      'gone deleted 1',
      'gone replaced 1',
      'update changed 1→2',
    ])
  })

  it('delivers all events to a slow handler, without delay for others', async () => {
    await started()
    const fast = recorder()
    const slow: string[] = []
    let release: () => void = () => undefined
    informer.addEventHandler(fast)
    const registration = informer.addEventHandler({
      onAdd: async (object) => {
        await new Promise<void>((resolve) => (release = resolve))
        slow.push(name(object))
      },
    })
    for (const each of ['a', 'b', 'c']) source.put(each)
    await settle()
    expect([fast.told.length, slow.length, registration.idle, informer.idle]).toEqual([3, 0, false, false])
    for (let i = 0; i < 3; i++) {
      release()
      await settle()
    }
    expect(slow).toEqual(['a', 'b', 'c'])
    expect(informer.idle).toBe(true)
  })

  it('continues when handlers throw or reject', async () => {
    await started()
    const told: string[] = []
    const own: unknown[] = []
    informer.addEventHandler({
      onAdd: (object) => {
        told.push(name(object))
        throw new Error('thrown')
      },
    })
    informer.addEventHandler(
      { onAdd: async () => Promise.reject(new Error('rejected')) },
      { onError: (error) => own.push(error) },
    )
    source.put('a')
    source.put('b')
    await settle()
    expect(told).toEqual(['a', 'b'])
    expect(errors.map(String)).toEqual(['Error: thrown', 'Error: thrown'])
    expect(own.map(String)).toEqual(['Error: rejected', 'Error: rejected'])
  })

  it('tells a handler nothing more when it is removed', async () => {
    await started()
    const [kept, removed] = [recorder(), recorder()]
    informer.addEventHandler(kept)
    const registration = informer.addEventHandler(removed)
    source.put('a')
    await settle()
    registration.remove()
    registration.remove()
    source.put('b')
    await settle()
    expect([kept.told, removed.told]).toEqual([['add a', 'add b'], ['add a']])
  })

  it('tells the same handler as often as it is registered', async () => {
    await started()
    const handler = recorder()
    const first = informer.addEventHandler(handler)
    informer.addEventHandler(handler)
    source.put('a')
    await settle()
    first.remove()
    source.put('b')
    await settle()
    expect(handler.told).toEqual(['add a', 'add a', 'add b'])
  })

  it('calls no handler after it has stopped', async () => {
    source.put('a')
    await started()
    const handler = recorder()
    informer.addEventHandler(handler)
    await settle()
    source.put('b')
    const stopping = informer.stop()
    source.put('c')
    await stopping
    source.put('d')
    await clock.stepAsync(600_000)
    expect(handler.told.filter((each) => / [cd]/.test(each))).toEqual([])
    expect(source.openWatches).toBe(0)
  })

  it('filters: what begins to fit is added, what ceases to fit deleted', async () => {
    await started()
    const handler = recorder()
    informer.addEventHandler({ ...handler, filter: ({ data }) => data?.on === 'yes' })
    source.put('a', { on: 'no' })
    source.put('a', { on: 'yes', v: '1' })
    source.put('a', { on: 'yes', v: '2' })
    source.put('a', { on: 'no' })
    source.put('a', { on: 'yes', v: '3' })
    source.delete('a')
    source.put('b', { on: 'no' })
    source.delete('b')
    await settle()
    expect(handler.told).toEqual(['add a', 'update a 1→2', 'delete a 2', 'add a', 'delete a 3'])
  })

  it('tells again of all objects to handlers that asked for it, each at its own time', async () => {
    source.put('a', { v: '1' })
    make()
    const [never, often, seldom] = [recorder(), recorder(), recorder()]
    informer.addEventHandler(never)
    informer.addEventHandler(often, { resyncPeriod: 2000 })
    informer.addEventHandler(seldom, { resyncPeriod: 3000 })
    void informer.run()
    await settle()
    await clock.stepAsync(6000)
    const resyncs = ({ told }: { told: string[] }): number => told.filter((each) => each === 'resync a 1→1').length
    expect([never, often, seldom].map(resyncs)).toEqual([0, 3, 2])
  })

  it('does not resync faster than once a second', async () => {
    source.put('a')
    await started()
    const handler = recorder()
    informer.addEventHandler(handler, { resyncPeriod: 10 })
    await clock.stepAsync(3000)
    expect(handler.told).toHaveLength(1 + 3)
  })

  it('gives frozen objects', async () => {
    source.put('a', { v: '1' })
    await started()
    const thrown: unknown[] = []
    informer.addEventHandler(
      { onAdd: (object) => Object.assign(object.data!, { v: 'spoiled' }) },
      { onError: (error) => thrown.push(error) },
    )
    await settle()
    expect(thrown[0]).toBeInstanceOf(TypeError)
    const found = informer.lister.get({ namespace: 'ns', name: 'a' })!
    expect(() => found.metadata!.labels!.x).toThrow()
    expect(() => Object.assign(found.metadata!, { name: 'b' })).toThrow(TypeError)
    const copy = found.deepCopy()
    copy.data!.v = '2'
    expect(informer.lister.namespace('ns').get('a')?.data?.v).toBe('1')
  })

  it('changes objects before it stores them, and stores them whole when that fails', async () => {
    source.put('a', { v: '1', big: 'x' })
    await started({
      transform: (object) => {
        if (object.data?.bad !== undefined) throw new Error('cannot transform')
        delete object.data?.big
        return object
      },
    })
    const handler = recorder()
    informer.addEventHandler(handler)
    source.put('b', { bad: 'yes', big: 'x' })
    source.put('a', { v: '2', big: 'x' })
    source.delete('a')
    await settle()
    expect(informer.lister.namespace('ns').get('b')?.data).toEqual({ bad: 'yes', big: 'x' })
    expect(handler.told).toEqual(['initial a', 'add b', 'update a 1→2', 'delete a 2'])
    expect(errors.map(String)).toEqual(['Error: cannot transform'])
  })

  it('finds objects by indices, also by those that were added while it ran', async () => {
    source.put('a', { label: 'web' })
    source.put('b', { label: 'web' }, 'other')
    source.put('c', { label: 'db' })
    await started({ indexers: { label: ({ data }) => [data?.label ?? ''] } })
    const { lister } = informer
    const names = (objects: ConfigMap[]): string[] => objects.map(name).sort()
    expect(names(lister.byIndex('label', 'web'))).toEqual(['a', 'b'])
    expect(names(lister.namespace('other').byIndex('label', 'web'))).toEqual(['b'])
    informer.addIndexers({ first: (object) => [name(object)[0]!] })
    source.put('c', { label: 'web' })
    source.delete('a')
    await settle()
    expect(names(lister.byIndex('label', 'web'))).toEqual(['b', 'c'])
    expect(lister.byIndex('first', 'a')).toEqual([])
    expect(lister.indexValues('label')).toEqual(['web'])
    expect(() => lister.byIndex('nothing', 'x')).toThrow('there is no index nothing')
    expect(() => informer.addIndexers({ label: () => [] })).toThrow('there is an index label already')
  })

  it('selects by labels and namespace', async () => {
    source.put('a', { label: 'web' })
    source.put('b', { label: 'db' }, 'other')
    await started()
    expect(informer.lister.list('app in (web)').map(name)).toEqual(['a'])
    expect(informer.lister.namespace('other').list().map(name)).toEqual(['b'])
    expect(informer.lister.keys()).toEqual(['ns/a', 'other/b'])
    expect(() => informer.lister.list('app in')).toThrow()
  })

  it('reads several namespaces, each of which relists for itself', async () => {
    source.put('a', {}, 'one')
    source.put('b', {}, 'two')
    source.put('c', {}, 'three')
    await started({}, ['one', 'two'])
    const handler = recorder()
    informer.addEventHandler(handler)
    await settle()
    expect(informer.lister.keys().sort()).toEqual(['one/a', 'two/b'])
    source.disconnect(expired())
    source.delete('a', 'one')
    source.put('d', {}, 'two')
    source.compact()
    await clock.stepAsync(60_000)
    expect(informer.lister.keys().sort()).toEqual(['two/b', 'two/d'])
    expect(handler.told.sort()).toEqual(['add d', 'gone a ', 'initial a', 'initial b'])
    expect(informer.state().map(({ namespace, phase }) => [namespace, phase])).toEqual([
      ['one', 'watching'],
      ['two', 'watching'],
    ])
  })

  it('waits until it has synced, and says when that will not be', async () => {
    make()
    await expect(informer.waitForSync(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    const gaveUp = new AbortController()
    const waiting = informer.waitForSync(gaveUp.signal)
    gaveUp.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    const never = informer.waitForSync()
    const stopped = informer.stop()
    await expect(never).rejects.toMatchObject({ code: 'Stopped' })
    await stopped
    expect(() => informer.addEventHandler({})).toThrow('the informer has stopped')
  })

  it('waits until it has seen a version', async () => {
    source.put('a')
    await started()
    expect(await informer.waitForResourceVersion('11', { timeout: 1000 })).toBe(true)
    const later = informer.waitForResourceVersion('13', { timeout: 1000 })
    const never = informer.waitForResourceVersion('99', { timeout: 1000 })
    source.put('b')
    source.put('c')
    expect(await later).toBe(true)
    await clock.stepAsync(1000)
    expect(await never).toBe(false)
    const stopped = informer.waitForResourceVersion('99', { timeout: 1000 })
    await informer.stop()
    expect(await stopped).toBe(false)
  })

  it('tells its states until it stops', async () => {
    make()
    const seen: string[] = []
    const reading = (async () => {
      for await (const { phase } of informer.states()) seen.push(phase)
    })()
    void informer.run()
    await settle()
    source.disconnect(expired())
    await clock.stepAsync(60_000)
    await informer.stop()
    await reading
    expect(seen).toEqual(['stopped', 'listing', 'watching', 'waiting', 'listing', 'watching', 'stopped'])
  })

  it('takes handlers in every moment of its life, and tells each of all objects once', async () => {
    for (let i = 0; i < 20; i++) source.put(`a${i}`)
    make()
    const handlers = [recorder()]
    informer.addEventHandler(handlers[0]!)
    void informer.run()
    for (let i = 0; i < 60; i++) {
      const handler = recorder()
      handlers.push(handler)
      const registration = informer.addEventHandler(handler)
      if (i % 3 === 0) {
        registration.remove()
        registration.remove()
        handlers.pop()
      }
      if (i === 30) source.put('late')
      await Promise.resolve()
    }
    await settle()
    for (const { told } of handlers) expect(told.map((each) => each.split(' ')[1]).sort()).toHaveLength(21)
  })

  it('refuses handlers when it has stopped, and lets those go that it has', async () => {
    source.put('a')
    await started()
    const handler = recorder()
    const registration = informer.addEventHandler(handler)
    await informer.stop()
    expect(() => informer.addEventHandler(recorder())).toThrow('the informer has stopped')
    registration.remove()
    expect([informer.isRunning, informer.lister.size]).toEqual([false, 1])
  })
})
