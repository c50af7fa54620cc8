import {
  encodeContinue,
  type ListOptions,
  type SelectionPredicate,
  type StoredList,
} from '@apimachinery/server/storage'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { everything, type Pod, pod, podKey, podPrefix } from '../pods.js'
import { named, OpenedStorage, SharedEtcd, variants } from './storage-variant.js'

const etcd = new SharedEtcd()
afterAll(() => etcd.stop())

const fields = (wanted: (fields: Readonly<Record<string, string>>) => boolean): SelectionPredicate => ({
  empty: false,
  matches: (attributes) => wanted(attributes.fields),
})
const called = (...names: string[]) => fields((of) => names.includes(of['metadata.name']!))
const notCalled = (name: string) => fields((of) => of['metadata.name'] !== name)

type Options = Partial<ListOptions>
const exact = (revision: number): Options => ({ resourceVersion: String(revision), resourceVersionMatch: 'Exact' })
const notOlder = (revision: number): Options => ({
  resourceVersion: String(revision),
  resourceVersionMatch: 'NotOlderThan',
})

/** What was stored at a revision. */
interface State {
  readonly revision: number
  /** Such as `first/bar@5`, in the order of keys. */
  readonly pods: readonly string[]
}

const podsOf = ({ items }: StoredList<Pod>) =>
  items.map(({ object: { metadata }, revision }) => `${metadata.namespace}/${metadata.name}@${revision}`)

/** Namespaces and names, in the order in which they are created. */
const created = ['first/bar', 'second/bar', 'second/foo', 'third/barfoo', 'third/foo', 'second/baz']

/** Creates pods in several namespaces, changes the first and deletes the last; the states before and after each step. */
async function seed(opened: OpenedStorage): Promise<State[]> {
  const states: State[] = [{ revision: await opened.storage.currentRevision(), pods: [] }]
  const now = new Map<string, string>()
  const remember = (revision: number) =>
    states.push({ revision, pods: [...now].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text) })
  const set = (path: string, revision: number) => {
    now.set(path, `${path}@${revision}`)
    remember(revision)
  }
  for (const path of created) {
    const [namespace = '', name = ''] = path.split('/')
    set(path, (await opened.create(name, { namespace })).revision)
  }
  set('first/bar', (await opened.update('bar', { namespace: 'first', node: 'fakeNode' })).revision)
  now.delete('second/baz')
  remember((await opened.delete('baz', 'second')).revision)
  return states
}

describe.each(named(variants))('lists of %s', (_, variant) => {
  const { cached } = variant
  let opened: OpenedStorage
  let states: State[]
  /** The newest revision: one that has nothing to do with pods. */
  let newest: number
  beforeAll(async () => {
    opened = await OpenedStorage.open(variant, etcd)
    states = await seed(opened)
    await opened.caughtUp(states.at(-1)!.revision)
    await opened.compact(states[1]!.revision)
    newest = await opened.increaseRevision()
  })
  afterAll(() => opened.close())

  const list = (prefix: string, options: Options = {}) =>
    opened.storage.list(`${podPrefix}${prefix}`, { predicate: everything, ...options })
  const after = (step: number) => states[step]!
  const last = () => states.at(-1)!
  const token = (from: string, revision: number) => encodeContinue({ from: `${podPrefix}${from}`, revision }, podPrefix)

  it('refuse options that make no sense', async () => {
    await expect(list('', { resourceVersion: 'abc' })).rejects.toMatchObject({ code: 'BadRequest' })
    await expect(list('', { resourceVersion: '-1' })).rejects.toMatchObject({ code: 'BadRequest' })
    const continueToken = token('second/foo', last().revision)
    await expect(list('', { limit: 1, continueToken, resourceVersion: '1' })).rejects.toMatchObject({
      code: 'BadRequest',
    })
  })

  it('refuse versions of the future', async () => {
    const future = { code: 'TooLargeResourceVersion' }
    const far = String(2n ** 63n - 1n)
    await expect(opened.inTime(() => list('', { resourceVersion: far }))).rejects.toMatchObject(future)
    await expect(opened.inTime(() => list('', exact(newest + 1)))).rejects.toMatchObject(future)
  })

  it('return the current objects', async () => {
    const found = await list('')
    expect([podsOf(found), found.revision]).toEqual([last().pods, newest])
    expect(podsOf(await list('first/'))).toEqual([last().pods[0]])
    expect(podsOf(await list('second/'))).toEqual(last().pods.slice(1, 3))
    const none = await list('non-existing/')
    expect([none.items, none.revision]).toEqual([[], newest])
  })

  it('give any state that was, for version 0', async () => {
    for (const options of [{ resourceVersion: '0' }, notOlder(0)]) {
      const found = await list('', options)
      expect(states.map(({ pods }) => pods)).toContainEqual(podsOf(found))
      expect(found.revision).toBeGreaterThanOrEqual(after(0).revision)
    }
  })

  it('give a state not older than a version', async () => {
    for (const options of [{ resourceVersion: String(last().revision) }, notOlder(last().revision)])
      expect(podsOf(await list('', options))).toEqual(last().pods)
    const found = await list('', notOlder(after(0).revision))
    expect(states.map(({ pods }) => pods)).toContainEqual(podsOf(found))
  })

  it('give exactly the state of each version', async () => {
    for (const { revision, pods } of states.slice(1)) {
      const found = await list('', exact(revision))
      expect([podsOf(found), found.revision]).toEqual([pods, revision])
      expect(podsOf(await list('second/', exact(revision)))).toEqual(pods.filter((text) => text.startsWith('second/')))
    }
    expect(podsOf(await opened.inTime(() => list('', exact(newest))))).toEqual(last().pods)
  })

  it('refuse exactly a version that is compacted', async () => {
    for (const prefix of ['', 'first/'])
      await expect(list(prefix, exact(after(0).revision))).rejects.toThrow(
        'The resourceVersion for the provided list is too old',
      )
  })

  it('have pages of each version', async () => {
    for (const { revision, pods } of states.slice(2)) {
      const first = await list('', { limit: 1, ...exact(revision) })
      const from = `${pods[0]!.split('@')[0]}\0`
      expect([podsOf(first), first.revision, first.remainingItemCount]).toEqual([
        pods.slice(0, 1),
        revision,
        pods.length - 1,
      ])
      expect(first.continueToken).toBe(token(from, revision))
      const rest = await list('', { continueToken: first.continueToken! })
      expect([podsOf(rest), rest.revision, rest.continueToken]).toEqual([pods.slice(1), revision, undefined])
    }
  })

  it('have a first page of what is there now', async () => {
    for (const options of [{}, notOlder(last().revision)]) {
      const found = await list('second/', { limit: 1, ...options })
      expect([podsOf(found), found.remainingItemCount]).toEqual([last().pods.slice(1, 2), 1])
      expect(found.continueToken).toBeDefined()
    }
    const legacy = await list('second/', { limit: 1, resourceVersion: String(last().revision) })
    expect([podsOf(legacy), legacy.revision]).toEqual([last().pods.slice(1, 2), last().revision])
    // A cache has no pages at version 0.
    const any = await list('second/', { limit: 1, resourceVersion: '0' })
    expect(any.items.length).toBe(cached ? 2 : 1)
  })

  it('continue from a token, also with version 0', async () => {
    const continueToken = token('second/foo', last().revision)
    for (const options of [{}, { resourceVersion: '0' }]) {
      const found = await list('', { limit: 1, continueToken, ...options })
      expect([podsOf(found), found.revision]).toEqual([last().pods.slice(2, 3), last().revision])
      expect(found.remainingItemCount).toBe(2)
    }
  })

  it('refuse a token whose version is compacted, or that has none', async () => {
    const continueToken = token('first/bar\0', after(0).revision)
    await expect(list('', { limit: 1, continueToken })).rejects.toThrow(
      'The provided continue parameter is too old to display a consistent list result',
    )
    await expect(list('', { continueToken: token('first/bar\0', 0) })).rejects.toMatchObject({
      code: 'InvalidContinueToken',
    })
    await expect(list('', { continueToken: 'AAAA' })).rejects.toMatchObject({ code: 'InvalidContinueToken' })
  })

  it('continue with the current objects where a token says so', async () => {
    const found = await list('', { continueToken: token('first/bar\0', -1) })
    expect([podsOf(found), found.revision]).toEqual([last().pods.slice(1), newest])
    const page = await list('', { limit: 2, continueToken: token('first/bar\0', -1) })
    expect([podsOf(page), page.revision, page.remainingItemCount]).toEqual([last().pods.slice(1, 3), newest, 2])
    expect(page.continueToken).toBe(token('second/foo\0', newest))
  })

  it('have selected objects only, in full pages', async () => {
    const pages = async (predicate: SelectionPredicate, limit: number, options: Options = {}) => {
      const found: string[][] = []
      let page = await list('', { predicate, limit, ...options })
      for (;;) {
        found.push(podsOf(page))
        expect(page.remainingItemCount).toBeUndefined()
        if (page.continueToken === undefined) return found
        page = await list('', { predicate, limit, continueToken: page.continueToken })
      }
    }
    const { pods } = last()
    const [first, secondBar, secondFoo, barfoo, thirdFoo] = pods
    for (const options of [{}, notOlder(last().revision)]) {
      expect(podsOf(await list('first/', { predicate: notCalled('bar'), ...options }))).toEqual([])
      // What comes after a full page is not looked at.
      expect(await pages(called('barfoo'), 1, options)).toEqual([[barfoo], []])
      expect(await pages(called('barfoo'), 10, options)).toEqual([[barfoo]])
      expect(await pages(called('foo'), 2, options)).toEqual([[secondFoo, thirdFoo]])
      expect(await pages(called('foo'), 1, options)).toEqual([[secondFoo], [thirdFoo]])
      expect(await pages(called('bar'), 5, options)).toEqual([[first, secondBar]])
      expect(await pages(called('baz'), 5, options)).toEqual([[]])
    }
  })

  it('have one object, where one is named', async () => {
    const key = podKey('bar', 'first')
    const single = (options: Options = {}, of = key) =>
      opened.storage.list(of, { predicate: everything, single: true, ...options })
    const { revision } = after(7)
    expect(podsOf(await single())).toEqual([after(7).pods[0]])
    for (const options of [{ resourceVersion: String(revision) }, notOlder(revision), exact(revision)])
      expect(podsOf(await single(options))).toEqual([after(7).pods[0]])
    expect(podsOf(await single(exact(after(1).revision)))).toEqual([after(1).pods[0]])
    const possible = [[], [after(1).pods[0]], [after(7).pods[0]]]
    for (const options of [{ resourceVersion: '0' }, notOlder(0), notOlder(after(1).revision)])
      expect(possible).toContainEqual(podsOf(await single(options)))
    await expect(opened.inTime(() => single({ resourceVersion: String(2n ** 62n) }))).rejects.toMatchObject({
      code: 'TooLargeResourceVersion',
    })
    expect(podsOf(await single({}, podKey('non-existing')))).toEqual([])
    expect(podsOf(await single({ predicate: notCalled('bar') }))).toEqual([])
    expect(podsOf(await single({ predicate: notCalled('bar'), resourceVersion: String(revision) }))).toEqual([])
  })

  it('know keys that begin like others', async () => {
    const { revision, pods } = last()
    const types: Options[] = [exact(revision), {}, notOlder(0)]
    await opened.caughtUp(revision)
    for (const type of types) {
      expect(podsOf(await list('', type))).toEqual(pods)
      expect(podsOf(await list('third/', type))).toEqual(pods.slice(3))
      expect(podsOf(await list('third/bar', type))).toEqual([])
      for (const prefix of ['', 'third/']) expect(podsOf(await list(prefix, { single: true, ...type }))).toEqual([])
      expect(podsOf(await list('third/foo', { single: true, ...type }))).toEqual(pods.slice(4))
      expect(podsOf(await list('third/barfoo', { single: true, ...type }))).toEqual(pods.slice(3, 4))
    }
  })
})

describe.each(named(variants))('lists of %s while it changes', (_, variant) => {
  let opened: OpenedStorage
  beforeEach(async () => {
    opened = await OpenedStorage.open(variant, etcd)
  })
  afterEach(() => opened.close())
  const list = (prefix: string, options: Options = {}) =>
    opened.storage.list(`${podPrefix}${prefix}`, { predicate: everything, ...options })

  it('are as new as the store, and a cache is then as well', async () => {
    await opened.create('foo')
    const before = await list('empty', { resourceVersion: '0' })
    for (const options of [{}, { continueToken: encodeContinue({ from: `${podPrefix}a`, revision: -1 }, podPrefix) }]) {
      const revision = await opened.increaseRevision()
      const found = await list('', options)
      expect(found.revision).toBe(revision)
      const any = await list('', { resourceVersion: '0' })
      if (!variant.cached || variant.progress) expect(any.revision).toBe(revision)
      else expect(any.revision).toBeGreaterThanOrEqual(before.revision)
    }
  })

  it('have pages over one version, although objects come', async () => {
    for (let i = 0; i < 4; i++) await opened.create(`test-${i}`)
    const seen: string[] = []
    let page = await list('', { limit: 1 })
    for (let calls = 1; ; calls++) {
      seen.push(...page.items.map(({ object }) => object.metadata.name))
      if (page.continueToken === undefined) break
      if (calls === 2) await opened.create('test-5')
      page = await list('', { limit: 1, continueToken: page.continueToken })
    }
    expect(seen).toEqual(['test-0', 'test-1', 'test-2', 'test-3'])
  })

  it('go on inconsistently with the token of the error for a compacted version', async () => {
    for (const path of ['first/bar', 'second/bar', 'second/foo']) {
      const [namespace = '', name = ''] = path.split('/')
      await opened.create(name, { namespace })
    }
    const first = await list('', { limit: 1 })
    const { revision } = await opened.update('foo', { namespace: 'second', labels: { state: 'new' } })
    await opened.caughtUp(revision)
    await opened.compact(revision)
    const error = await list('', { continueToken: first.continueToken! }).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'ResourceExpired' })
    expect(error.message).toMatch(/^The provided continue parameter is too old /)
    const second = await list('', { limit: 1, resourceVersion: '0', continueToken: error.continueToken })
    expect(second.items.map(({ key }) => key)).toEqual([podKey('bar', 'second')])
    expect(second.revision).toBeGreaterThanOrEqual(revision)
    const third = await list('', { limit: 1, resourceVersion: '0', continueToken: second.continueToken! })
    expect(third.items.map(({ key }) => key)).toEqual([podKey('foo', 'second')])
    expect([third.revision, third.continueToken]).toEqual([second.revision, undefined])
  })

  it('find a rare object in one page, and read large pages for it', async () => {
    for (let i = 0; i < 300; i += 20)
      await Promise.all(Array.from({ length: 20 }, (_, j) => opened.create(`pod-${i + j}`)))
    const found = await list('', { limit: 1, predicate: called('pod-99') })
    expect(found.items.map(({ object }) => object.metadata.name)).toEqual(['pod-99'])
    expect(found.continueToken).toBeUndefined()
  })

  it('have the same selected objects at the version that they tell, although others write meanwhile', async () => {
    for (let i = 0; i < 5; i++) await opened.create(`pod-${i}`, { labels: { even: String(i % 2 === 0) } })
    let more = 5
    const even: SelectionPredicate = { empty: false, matches: ({ labels }) => labels.even === 'true' }
    const writing = async () => {
      for (; more < 25; more++) await opened.create(`pod-${more}`, { labels: { even: String(more % 2 === 0) } })
    }
    const [first] = await Promise.all([list('', { predicate: even, limit: 4 }), writing()])
    const options = { predicate: even, limit: 4 }
    const same = await opened.inTime(() => list('', { ...options, ...exact(first.revision) }))
    expect([podsOf(same), same.continueToken]).toEqual([podsOf(first), first.continueToken])
    const newer = await list('', { ...options, ...notOlder(first.revision) })
    expect(podsOf(await opened.inTime(() => list('', { ...options, ...exact(newer.revision) })))).toEqual(podsOf(newer))
  })

  it('keep namespaces and fields apart', async () => {
    const pods: [string, string, string?][] = [
      ['foo1', 'ns1'],
      ['foo2', 'ns1'],
      ['foo1', 'ns2', 'bar1'],
      ['foo2', 'ns2', 'bar2'],
      ['foo1', 'ns3', 'bar1'],
    ]
    for (const [name, namespace, node] of pods) await opened.create(name, { namespace, ...(node && { node }) })
    const find = async (namespace: string, wanted: Record<string, string>) => {
      const predicate: SelectionPredicate = {
        empty: Object.keys(wanted).length === 0,
        matches: (of) => Object.entries(wanted).every(([field, value]) => of.fields[field] === value),
        requiredFields: wanted,
      }
      const found = await list(namespace === '' ? '' : `${namespace}/`, { predicate })
      return found.items.map(({ object: { metadata } }) => `${metadata.namespace}/${metadata.name}`)
    }
    const all = ['ns1/foo1', 'ns1/foo2', 'ns2/foo1', 'ns2/foo2', 'ns3/foo1']
    expect(await find('', {})).toEqual(all)
    expect(await find('', { 'metadata.namespace': 'ns1' })).toEqual(all.slice(0, 2))
    expect(await find('', { 'spec.nodeName': 'bar1' })).toEqual(['ns2/foo1', 'ns3/foo1'])
    expect(await find('', { 'spec.nodeName': 'bar3' })).toEqual([])
    expect(await find('ns1', {})).toEqual(all.slice(0, 2))
    expect(await find('ns2', { 'metadata.namespace': 'ns2' })).toEqual(all.slice(2, 4))
    expect(await find('ns2', { 'metadata.namespace': 'ns1' })).toEqual([])
    expect(await find('ns2', { 'spec.nodeName': 'bar2' })).toEqual(['ns2/foo2'])
    expect(await find('ns2', { 'spec.nodeName': 'bar3' })).toEqual([])
    expect(await find('', { 'metadata.name': 'foo1' })).toEqual(['ns1/foo1', 'ns2/foo1', 'ns3/foo1'])
    expect(await find('', { 'metadata.name': 'foo1', 'metadata.namespace': 'ns1' })).toEqual(['ns1/foo1'])
    expect(await find('', { 'metadata.name': 'foo1', 'spec.nodeName': 'bar1' })).toEqual(['ns2/foo1', 'ns3/foo1'])
    expect(await find('', { 'metadata.name': 'foo1', 'spec.nodeName': 'bar2' })).toEqual([])
    expect(await find('ns2', { 'metadata.name': 'foo2', 'spec.nodeName': 'bar2' })).toEqual(['ns2/foo2'])
    expect(await find('ns2', { 'metadata.name': 'foo2', 'spec.nodeName': 'bar1' })).toEqual([])
  })

  it('refuse a version after it was compacted, at once or when the cache learns of it', async () => {
    await opened.storage.create(podKey('a'), pod('a'))
    const { revision } = await list('')
    expect((await list('', exact(revision))).items.length).toBe(1)
    await opened.compact(await opened.increaseRevision())
    await expect(list('', exact(revision))).rejects.toThrow('The resourceVersion for the provided list is too old')
  })
})
