import { ConfigMap, Namespace, Secret } from 'apimachinery/api/core/v1'
import { newInternalError, newNotFound } from 'apimachinery/errors'
import { FakeClock } from 'apimachinery/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { InformerFactory } from '../../src/cache/informer-factory.js'
import { SharedInformer } from '../../src/cache/shared-informer.js'
import type { Client } from '../../src/client/client.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'
import { FakeSource } from '../support/fake-source.js'

let clock: FakeClock
let source: FakeSource
let informer: SharedInformer<ConfigMap>

async function started(...namespaces: string[]): Promise<void> {
  const sources = namespaces.length === 0 ? source.source() : namespaces.map((each) => source.source(each))
  informer = new SharedInformer(sources, { clock, random: () => 0.5, onError: () => undefined })
  void informer.run()
  await clock.stepAsync(0)
}

describe('an informer waits for what was listed', () => {
  beforeEach(() => {
    clock = new FakeClock()
    source = new FakeSource()
  })
  afterEach(() => informer.stop())

  /** A list as the server would answer it now, of all or of one namespace. */
  const listed = (namespace?: string, later = 1) => ({
    items: [...source.objects.values()].filter(
      ({ metadata }) => namespace === undefined || metadata?.namespace === namespace,
    ),
    resourceVersion: String(Number(source.version) + later),
    paginated: false,
  })
  /** Whether it has the lists now, or before the timeout. */
  const has = async (...lists: (ReturnType<typeof listed> | undefined)[]): Promise<boolean> => {
    const waiting = informer.waitForObjects(lists as never, { timeout: 100 })
    await clock.stepAsync(200)
    return waiting
  }

  it('has it when it knows the version of the list, or nothing was listed', async () => {
    source.put('a')
    await started()
    expect(await has(listed(undefined, 0))).toBe(true)
    expect(await has(undefined)).toBe(true)
  })

  it('has it when it knows the same objects, whatever else has changed', async () => {
    source.put('a')
    source.put('b')
    await started()
    expect(await has(listed())).toBe(true)
  })

  it('lacks an object, or has an older one, or one that is gone', async () => {
    source.put('a')
    source.put('b')
    await started()
    const before = listed()
    const [a, b] = before.items
    const newer = new ConfigMap({ ...a, metadata: { ...a?.metadata, resourceVersion: '999' } })
    const unknown = new ConfigMap({ metadata: { name: 'c', namespace: 'ns', resourceVersion: '999' } })
    expect(await has({ ...before, items: [newer, b!] })).toBe(false)
    expect(await has({ ...before, items: [...before.items, unknown] })).toBe(false)
    expect(await has({ ...before, items: [b!] })).toBe(false)
    expect(await has({ ...before, items: [] })).toBe(false)
  })

  it('looks at each namespace by itself', async () => {
    source.put('a', {}, 'one')
    source.put('a', {}, 'two')
    await started('one', 'two')
    expect(await has(listed('one'), listed('two'))).toBe(true)
    expect(await has(listed('one'), { ...listed('two'), items: [] })).toBe(false)
    expect(await has({ ...listed('one'), items: [] }, listed('two'))).toBe(false)
  })

  it('has it as soon as it comes', async () => {
    await started()
    const { resourceVersion } = source.put('a').metadata!
    const list = { items: [], resourceVersion: String(Number(resourceVersion) + 1), paginated: false }
    const waiting = informer.waitForObjects([list], { timeout: 1000 })
    source.delete('a')
    await clock.stepAsync(0)
    expect(await waiting).toBe(true)
  })

  it('waits for no version when it is stopped', async () => {
    await started()
    await informer.stop()
    expect(await informer.waitForResourceVersion('999', { timeout: 1000 })).toBe(false)
    expect(informer.isRunning).toBe(false)
  })
})

describe('an informer says', () => {
  beforeEach(() => {
    clock = new FakeClock()
    source = new FakeSource()
  })
  afterEach(() => informer.stop())

  it('what it reads: the kind, or the resource', async () => {
    await started()
    const named = (more: object) => new SharedInformer<ConfigMap>({ ...source.source(), ...more } as never, { clock })
    expect(named({ kind: 'v1, Kind=ConfigMap', resource: 'configmaps' }).kind).toBe('v1, Kind=ConfigMap')
    expect(named({ kind: undefined, resource: 'configmaps' }).kind).toBe('configmaps')
    expect(new SharedInformer<ConfigMap>([], { clock }).kind).toBe('')
  })

  it('no problem while there is none, and each problem once', async () => {
    await started('one', 'two', 'three')
    expect(informer.problem).toBeUndefined()
    await informer.stop()
    source.listErrors.push(...Array.from({ length: 3 }, () => newInternalError(new Error('etcd'))))
    source.initialEvents = 'refused'
    await started('one', 'two', 'three')
    expect(informer.problem).toBe('Internal error occurred: etcd')
  })

  it('what it means that the server does not have the resource', async () => {
    source.initialEvents = 'refused'
    source.listErrors.push(newNotFound({ group: '', resource: 'configmaps' }, ''))
    const noMatch = 'no matches for kind "ConfigMap"'
    informer = new SharedInformer({ ...source.source(), noMatch } as never, { clock, onError: () => undefined })
    void informer.run()
    await clock.stepAsync(0)
    expect(informer.problem).toBe(noMatch)
  })
})

describe('informers of a factory wait for a write', () => {
  let server: TestAPIServer
  let client: Client
  let factory: InformerFactory
  beforeAll(async () => {
    server = await startAPIServer()
    client = await server.client('in process')
    for (const name of ['one', 'two']) await client.create(new Namespace({ metadata: { name } }))
  })
  afterAll(() => server?.stop())
  beforeEach(() => {
    factory = new InformerFactory({ client })
  })
  afterEach(() => factory.stop())
  const map = (name: string, labels = {}) => new ConfigMap({ metadata: { name, namespace: 'one', labels } })
  const written = (object: ConfigMap) => ({
    ...{ group: '', resource: 'configmaps', object, resourceVersion: object.metadata?.resourceVersion ?? '' },
  })
  const options = { timeout: 20_000 }

  it('that they will see: of their resource, and once they run', async () => {
    const informers = [factory.informerFor(ConfigMap), factory.informerFor(Secret)]
    const made = await client.create(map('waited'))
    expect(factory.waitsFor(written(made), options)).toHaveLength(0)
    factory.start()
    for (const each of informers) await each.waitForSync()
    const waits = factory.waitsFor(written(made), options)
    expect(await Promise.all(waits)).toEqual([true])
    expect(factory.waitsFor({ ...written(made), group: 'other' }, options)).toHaveLength(0)
    expect(factory.waitsFor({ ...written(made), resource: 'secrets' }, options)).toHaveLength(1)
    expect(factory.waitsFor({ ...written(made), group: 'other', resource: 'pods' }, options)).toHaveLength(0)
  })

  it('that their selector fits, or that takes an object from them', async () => {
    const informer = factory.informerFor(ConfigMap, { labelSelector: 'app=web' })
    factory.start()
    await informer.waitForSync()
    const outside = await client.create(map('outside', { app: 'db' }))
    const bare = await client.create(map('bare'))
    expect(factory.waitsFor(written(outside), options)).toHaveLength(0)
    expect(factory.waitsFor(written(bare), options)).toHaveLength(0)
    const inside = await client.create(map('inside', { app: 'web' }))
    expect(await Promise.all(factory.waitsFor(written(inside), options))).toEqual([true])
    expect(informer.lister.getByKey('one/inside')).toBeDefined()
    const left = await client.update(new ConfigMap({ ...inside, metadata: { ...inside.metadata, labels: {} } }))
    expect(await Promise.all(factory.waitsFor(written(left), options))).toEqual([true])
    expect(informer.lister.getByKey('one/inside')).toBeUndefined()
  })

  it('or for all that there is', async () => {
    const informer = factory.informerFor(ConfigMap)
    expect(await factory.catchUp(options)).toBe(true)
    factory.start()
    await client.create(map('last'))
    expect(await factory.catchUp(options)).toBe(true)
    expect(informer.lister.getByKey('one/last')).toBeDefined()
  })

  it('until they are stopped, which ends what they wait for with the reason', async () => {
    const informer = factory.informerFor(ConfigMap)
    factory.start()
    await informer.waitForSync()
    await factory.stop()
    expect([informer.isRunning, await factory.catchUp(options)]).toEqual([false, true])
  })
})
