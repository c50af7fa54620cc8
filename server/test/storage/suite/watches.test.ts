import type { SelectionPredicate, StorageEvent, StoredObject, WatchOptions } from '@apimachinery/server/storage'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { everything, type Pod, pod, podKey, podPrefix, words } from '../pods.js'
import { WatchReader } from '../watch-reader.js'
import { named, OpenedStorage, SharedEtcd, stores, variants } from './storage-variant.js'

const etcd = new SharedEtcd()
afterAll(() => etcd.stop())

const onField = (wanted: (fields: Readonly<Record<string, string>>) => boolean): SelectionPredicate => ({
  empty: false,
  matches: ({ fields }) => wanted(fields),
})
const fieldsAre = (wanted: Record<string, string>): SelectionPredicate => ({
  ...onField((fields) => Object.entries(wanted).every(([field, value]) => fields[field] === value)),
  requiredFields: wanted,
})
const labelled: SelectionPredicate = { empty: false, matches: ({ labels }) => labels.select === 'true' }

type Change = Parameters<OpenedStorage['update']>[1] | undefined
type Kind = StorageEvent<Pod>['type']

describe.each(named(variants))('a watch of %s', (_, variant) => {
  let opened: OpenedStorage
  const readers: WatchReader[] = []
  beforeEach(async () => {
    opened = await OpenedStorage.open(variant, etcd)
  })
  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.stop()
    await opened.close()
  })
  const { cached, progress } = variant

  async function watch(prefix: string, options: Partial<WatchOptions> = {}): Promise<WatchReader> {
    const watch = await opened.storage.watch(`${podPrefix}${prefix}`, { predicate: everything, ...options })
    const reader = new WatchReader(watch)
    readers.push(reader)
    return reader
  }
  const from = ({ revision }: { revision: number }) => ({ resourceVersion: String(revision) })
  const now = async () => ({ revision: await opened.storage.currentRevision() })

  describe.each([
    ['a namespace', false],
    ['one object', true],
  ])('of %s', (_, single) => {
    const node = (name: string) => onField((fields) => fields['spec.nodeName'] === name)
    const notOn = (name: string) => onField((fields) => fields['spec.nodeName'] !== name)
    const select = { labels: { select: 'true' } }
    const cases: [string, SelectionPredicate, [Change, Kind | undefined][]][] = [
      ['shows a new object', everything, [[{}, 'ADDED']]],
      [
        'shows an object when it is selected',
        node('bar'),
        [
          [{}, undefined],
          [{ node: 'bar' }, 'ADDED'],
        ],
      ],
      [
        'shows a change',
        everything,
        [
          [{}, 'ADDED'],
          [{ node: 'bar' }, 'MODIFIED'],
        ],
      ],
      [
        'shows the end of an object that is not selected any more',
        notOn('bar'),
        [
          [{}, 'ADDED'],
          [{ node: 'bar' }, 'DELETED'],
        ],
      ],
      [
        'shows what of a life is selected',
        labelled,
        [
          [select, 'ADDED'],
          [{}, 'DELETED'],
          [select, 'ADDED'],
          [{ ...select, node: 'bar' }, 'MODIFIED'],
          [undefined, 'DELETED'],
        ],
      ],
    ]
    it.each(cases)('%s', async (_, predicate, steps) => {
      const start = from(await now())
      const reader = await watch(single ? 'ns/foo' : 'ns', { ...start, predicate, single })
      await opened.put('foo', { namespace: 'ns-bad', labels: { select: 'true' }, node: 'bar' })
      let before: StoredObject<Pod> | undefined
      for (const [change, type] of steps) {
        const after = change === undefined ? await opened.delete('foo') : await opened.put('foo', change)
        if (type !== undefined) {
          const [event] = await reader.events(1)
          const shown = type === 'DELETED' ? before : after
          expect(event).toMatchObject({ type, stored: { revision: after.revision } })
          const { stored } = event as { stored: StoredObject<Pod> }
          // What was selected last, as it was then, with the version of the event.
          const metadata = { ...shown!.object.metadata, resourceVersion: String(after.revision) }
          expect(stored.object).toEqual({ ...shown!.object, metadata })
        }
        before = after
      }
      reader.stop()
      expect(await reader.rest()).toEqual([])
    })
  })

  it('from version 0 begins with what there is, also when the past is compacted', async () => {
    const created = await opened.create('foo')
    await opened.caughtUp(created.revision)
    const first = await watch('ns/foo', { resourceVersion: '0', single: true })
    expect(await first.words(1)).toEqual([`ADDED foo@${created.revision}`])
    const updated = await opened.update('foo', { text: 'new' })
    expect(await first.words(1)).toEqual([`MODIFIED foo@${updated.revision}`])
    const second = await watch('ns/foo', { resourceVersion: '0', single: true })
    expect(await second.words(1)).toEqual([`ADDED foo@${updated.revision}`])
    const again = await opened.update('foo', { text: 'newer' })
    expect(await second.words(1)).toEqual([`MODIFIED foo@${again.revision}`])
    await opened.compact(again.revision)
    const third = await watch('ns/foo', { resourceVersion: '0', single: true })
    expect(await third.words(1)).toEqual([`ADDED foo@${again.revision}`])
    if (cached) return
    const old = await watch('ns/foo', { ...from(created), single: true })
    expect(await old.rest()).toEqual(['ERROR ResourceExpired'])
  })

  it('from a version shows later changes', async () => {
    const created = await opened.create('foo')
    const reader = await watch('ns/foo', { ...from(created), single: true })
    const updated = await opened.update('foo', { text: 'new' })
    const deleted = await opened.delete('foo')
    expect(await reader.words(2)).toEqual([`MODIFIED foo@${updated.revision}`, `DELETED foo@${deleted.revision}`])
  })

  it('gives a deleted object the version of the deletion', async () => {
    const created = await opened.create('foo')
    const reader = await watch('ns/foo', { ...from(created), single: true })
    const deleted = await opened.delete('foo')
    const [event] = await reader.events(1)
    expect(deleted.revision).toBeGreaterThan(created.revision)
    expect(event).toMatchObject({ type: 'DELETED', stored: { object: deleted.object } })
  })

  it('delivers earlier events, in order, to a late reader', async () => {
    const created = await opened.create('foo')
    const reader = await watch('ns', from(created))
    for (let i = 0; i < 21; i++) await opened.create(`foo-${i}`)
    const events = await reader.events(21)
    expect(events.map((event) => words(event).split('@')[0])).toEqual(
      Array.from({ length: 21 }, (_, i) => `ADDED foo-${i}`),
    )
  })

  it('that is not read does not delay others', async () => {
    const start = from(await now())
    for (let i = 0; i < 50; i++) await watch('ns', start)
    const reading = await watch('ns', start)
    for (let i = 0; i < 22; i++) {
      const { revision } = await opened.create(`foo-${i}`)
      expect(await reading.words(1)).toEqual([`ADDED foo-${i}@${revision}`])
    }
  })

  it('ends at once where its signal was aborted before', async () => {
    const signal = AbortSignal.abort()
    const reader = await watch('ns/non-existing', { resourceVersion: '0', single: true, signal })
    expect(await reader.rest()).toEqual([])
  })

  it('of namespaces, names and fields shows what is in all of them', async () => {
    const start = from(await now())
    const selections: [string, Record<string, string>][] = [
      ['', {}],
      ['', { 'metadata.namespace': 'ns1' }],
      ['', { 'spec.nodeName': 'bar' }],
      ['ns2', {}],
      ['ns2', { 'metadata.namespace': 'ns1' }],
      ['ns2', { 'spec.nodeName': 'bar' }],
      ['', { 'metadata.name': 'foo1' }],
      ['', { 'metadata.name': 'foo1', 'spec.nodeName': 'bar' }],
      ['ns1', { 'metadata.name': 'foo2', 'spec.nodeName': 'other' }],
    ]
    const watches = await Promise.all(
      selections.map(([prefix, fields]) => {
        const predicate = Object.keys(fields).length === 0 ? everything : fieldsAre(fields)
        return watch(prefix, { ...start, predicate })
      }),
    )
    await opened.put('foo1', { namespace: 'ns1' })
    await opened.put('foo2', { namespace: 'ns1' })
    await opened.put('foo1', { namespace: 'ns2', node: 'bar' })
    await opened.put('foo1', { namespace: 'ns1', node: 'bar' })
    await opened.put('foo1', { namespace: 'ns2' })
    const last = await opened.delete('foo1', 'ns1')
    const expected = [
      ['+ns1/foo1', '+ns1/foo2', '+ns2/foo1', '=ns1/foo1', '=ns2/foo1', '-ns1/foo1'],
      ['+ns1/foo1', '+ns1/foo2', '=ns1/foo1', '-ns1/foo1'],
      ['+ns2/foo1', '+ns1/foo1', '-ns2/foo1', '-ns1/foo1'],
      ['+ns2/foo1', '=ns2/foo1'],
      [],
      ['+ns2/foo1', '-ns2/foo1'],
      ['+ns1/foo1', '+ns2/foo1', '=ns1/foo1', '=ns2/foo1', '-ns1/foo1'],
      ['+ns2/foo1', '+ns1/foo1', '-ns2/foo1', '-ns1/foo1'],
      [],
    ]
    const signs = { ADDED: '+', MODIFIED: '=', DELETED: '-', BOOKMARK: '?', ERROR: '!' }
    const seen = await Promise.all(
      watches.map(async (reader, index) => {
        const events = await reader.events(expected[index]!.length)
        return events.map((event) => {
          const { metadata } = (event as { stored: StoredObject<Pod> }).stored.object
          return `${signs[event.type]}${metadata.namespace}/${metadata.name}`
        })
      }),
    )
    expect(seen).toEqual(expected)
    // Nothing else came: the next event is that of a write after them.
    const all = watches[0]!
    const { revision } = await opened.put('end', { namespace: 'ns1' })
    expect(revision).toBeGreaterThan(last.revision)
    expect(await all.words(1)).toEqual([`ADDED end@${revision}`])
  })

  describe('begins as it is asked to', () => {
    const initial = async () => {
      const revisions: number[] = []
      for (const name of ['pod-1', 'pod-2', 'pod-3']) revisions.push((await opened.create(name)).revision)
      await opened.caughtUp(revisions.at(-1)!)
      return revisions
    }
    const cases: [string, Partial<WatchOptions> & { current?: true }, 'initial' | 'none' | 'history'][] = []
    for (const [name, version] of [
      ['no version', {}],
      ['version 0', { resourceVersion: '0' }],
      ['the current version', { current: true as const }],
    ] as const)
      for (const sendInitialEvents of [true, false])
        for (const allowBookmarks of [true, false])
          cases.push([
            `${name}, initial events: ${sendInitialEvents}, bookmarks: ${allowBookmarks}`,
            { ...version, sendInitialEvents, allowBookmarks },
            sendInitialEvents ? 'initial' : 'none',
          ])
    cases.push(['version 0, as before watch lists', { resourceVersion: '0' }, 'initial'])
    cases.push(['no version, as before watch lists', {}, 'initial'])

    it.each(cases)('%s', async (_, { current, ...options }, begins) => {
      const revisions = await initial()
      const version = current ? from(await now()) : {}
      const bookmark = options.sendInitialEvents === true && options.allowBookmarks === true
      const reader = await watch('ns', { ...options, ...version })
      if (bookmark && cached && !progress) {
        expect(await reader.events(1)).toMatchObject([
          { type: 'ERROR', error: { message: expect.stringContaining('RequestWatchProgress is disabled') } },
        ])
        return
      }
      if (begins === 'initial')
        expect(await reader.words(3)).toEqual(revisions.map((revision, i) => `ADDED pod-${i + 1}@${revision}`))
      if (bookmark) {
        const [end] = await reader.events(1)
        expect(end).toMatchObject({ type: 'BOOKMARK', initialEventsEnd: true })
        expect((end as { revision: number }).revision).toBeGreaterThanOrEqual(revisions.at(-1)!)
      }
      for (const name of ['pod-4', 'pod-5']) {
        const { revision } = await opened.create(name)
        expect(await reader.words(1)).toEqual([`ADDED ${name}@${revision}`])
      }
    })

    it.runIf(!cached || progress)('at version 1 with initial events, and with the past without them', async () => {
      const start = await now()
      const revisions = await initial()
      const added = revisions.map((revision, i) => `ADDED pod-${i + 1}@${revision}`)
      const list = await watch('ns', { resourceVersion: '1', sendInitialEvents: true, allowBookmarks: true })
      expect((await list.words(4)).slice(0, 3)).toEqual(added)
      const plain = await watch('ns', { resourceVersion: '1', sendInitialEvents: true })
      expect(await plain.words(3)).toEqual(added)
      // Version 1 is compacted where the store is shared.
      const past = await watch('ns', { ...from(start), sendInitialEvents: false })
      expect(await past.words(3)).toEqual(added)
    })

    it.runIf(!cached || progress)('and ends initial events with the version of the whole store', async () => {
      const revisions = await initial()
      const { revision } = await opened.put('pod-1', { namespace: 'other' })
      const options = { sendInitialEvents: true, allowBookmarks: true }
      const all = await watch('ns', options)
      expect(await all.words(4)).toEqual([
        ...revisions.map((each, i) => `ADDED pod-${i + 1}@${each}`),
        `BOOKMARK @${revision} end`,
      ])
      const one = await watch('', { ...options, predicate: fieldsAre({ 'metadata.name': 'pod-2' }) })
      expect(await one.words(2)).toEqual([`ADDED pod-2@${revisions[1]}`, `BOOKMARK @${revision} end`])
    })

    it('without bookmarks needs nothing of the store', async () => {
      await opened.create('foo')
      const reader = await watch('', { sendInitialEvents: true })
      expect((await reader.words(1))[0]).toMatch(/^ADDED foo@/)
    })

    it('at a version of the future not, with initial events', async () => {
      const resourceVersion = String((await now()).revision + 1000)
      const options = { resourceVersion, sendInitialEvents: true, allowBookmarks: true }
      const reader = await opened.inTime(() => watch('ns', options))
      const [event] = await reader.rest()
      expect(event).toBe(cached && !progress ? 'ERROR Internal' : 'ERROR TooLargeResourceVersion')
    })
  })

  it.runIf(cached)('has bookmarks with versions that never go back, where they are wanted', async () => {
    const start = from(await now())
    const reader = await watch('ns', { ...start, allowBookmarks: true })
    const plain = await watch('ns', start)
    let seen = 0
    const revisions: number[] = []
    for (let i = 0; i < 10; i++) {
      const { revision } = await opened.create(`foo-${i}`)
      revisions.push(revision)
      await opened.caughtUp(revision)
      opened.clock.step(61_000)
      const [event, bookmark] = await reader.events(2)
      expect(event).toMatchObject({ type: 'ADDED', stored: { revision } })
      expect(bookmark).toMatchObject({ type: 'BOOKMARK', initialEventsEnd: false })
      expect((bookmark as { revision: number }).revision).toBeGreaterThanOrEqual(Math.max(seen, revision))
      seen = (bookmark as { revision: number }).revision
    }
    expect(await plain.words(10)).toEqual(revisions.map((revision, i) => `ADDED foo-${i}@${revision}`))
  })
})

describe.each(named(stores))('a watch of %s', (_, variant) => {
  let opened: OpenedStorage
  beforeEach(async () => {
    opened = await OpenedStorage.open(variant, etcd)
  })
  afterEach(() => opened.close())
  const watch = async (options: Partial<WatchOptions>) =>
    new WatchReader(await opened.storage.watch(podPrefix, { predicate: everything, ...options }))

  it('tells how far it is, where that is wanted and the store can', async () => {
    const { revision } = await opened.create('foo')
    await opened.increaseRevision()
    const reader = await watch({ resourceVersion: String(revision), progress: true })
    const next = reader.events(1)
    if (!variant.progress) {
      for (let i = 0; i < 3; i++) await opened.storage.requestProgress()
      const created = await opened.create('bar')
      expect(await next).toMatchObject([{ type: 'ADDED', stored: { revision: created.revision } }])
    } else {
      await new Promise((resolve) => setImmediate(resolve))
      await opened.storage.requestProgress()
      const [event] = await next
      expect(event?.type).toBe('BOOKMARK')
      expect((event as { revision: number }).revision).toBeGreaterThanOrEqual(revision)
    }
    reader.stop()
  })

  it('has no bookmarks of its own', async () => {
    const { revision } = await opened.create('foo')
    const reader = await watch({ resourceVersion: String(revision), allowBookmarks: true })
    const next = reader.words(1)
    opened.clock.step(600_000)
    const bar = await opened.create('bar')
    expect(await next).toEqual([`ADDED bar@${bar.revision}`])
    reader.stop()
  })

  it('ends with an error for a value that cannot be read', async () => {
    const start = await opened.storage.currentRevision()
    await opened.otherServer('other!').create(podKey('foo'), pod('foo'))
    const reader = await watch({ resourceVersion: String(start) })
    expect(await reader.rest()).toEqual(['ERROR Internal'])
  })

  it('shows no watcher anything after such an error', async () => {
    const foo = await opened.create('foo')
    await opened.otherServer('other!').create(podKey('bar'), pod('bar'))
    await opened.create('baz')
    const readers = await Promise.all(
      Array.from({ length: 10 }, () => watch({ resourceVersion: String(foo.revision) })),
    )
    for (const reader of readers) expect(await reader.rest()).toEqual(['ERROR Internal'])
  })
})
