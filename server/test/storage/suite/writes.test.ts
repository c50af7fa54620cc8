import { isStorageError, type StoredObject } from '@apimachinery/server/storage'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { everything, type Pod, pod, podKey, podPrefix } from '../pods.js'
import { WatchReader } from '../watch-reader.js'
import { named, OpenedStorage, SharedEtcd, stores, variants } from './storage-variant.js'

const etcd = new SharedEtcd()
afterAll(() => etcd.stop())

const absent = podKey('non-existing')
const stale = async (current: Pod) => {
  if (current.metadata.labels?.foo !== 'bar') throw new Error('stale object')
}

describe.each(named(variants))('%s', (_, variant) => {
  let opened: OpenedStorage
  beforeEach(async () => {
    opened = await OpenedStorage.open(variant, etcd)
  })
  afterEach(() => opened.close())
  const { cached } = variant

  /** An object, and the same object after an update by another client. */
  async function outdated(before: Parameters<typeof pod>[1], after: Parameters<typeof pod>[1]) {
    const original = await opened.create('name', before)
    return { original, updated: await opened.update('name', after) }
  }

  describe('create', () => {
    it('stores what was not there', async () => {
      await expect(opened.storage.get(podKey('foo'))).rejects.toMatchObject({ code: 'KeyNotFound' })
      const { object, revision } = await opened.create('foo')
      expect(object.metadata).toEqual({ name: 'foo', namespace: 'ns', resourceVersion: String(revision) })
      const { kvs } = await opened.kv.range({ key: podKey('foo') })
      expect(Buffer.from(kvs[0]!.value).toString()).toBe(`plain:${JSON.stringify(pod('foo'))}`)
    })

    it('refuses an object with a resource version', async () => {
      const object = pod('bar')
      object.metadata.resourceVersion = '1'
      await expect(opened.storage.create(podKey('bar'), object)).rejects.toThrow(
        'resourceVersion should not be set on objects to be created',
      )
    })

    it('refuses a key that exists', async () => {
      await opened.create('foo')
      await expect(opened.create('foo')).rejects.toMatchObject({ code: 'KeyExists' })
    })
  })

  describe('get', () => {
    let first: StoredObject<Pod>
    let newest: StoredObject<Pod>
    let last: number
    beforeEach(async () => {
      first = await opened.create('foo')
      newest = await opened.update('foo', { text: 'new' })
      last = (await opened.create('bar')).revision
    })
    const get = (resourceVersion: string) => opened.storage.get(podKey('foo'), { resourceVersion })

    it('gives the newest state without a version', async () => {
      expect((await get('')).object).toEqual(newest.object)
    })

    it('may give any state that was for version 0', async () => {
      const found = await get('0').catch((error) => error)
      if (isStorageError(found, 'KeyNotFound')) expect(cached).toBe(true)
      else expect([first.object, newest.object]).toContainEqual(found.object)
    })

    it('gives a state not older than a version', async () => {
      expect([first.object, newest.object]).toContainEqual((await get(String(first.revision))).object)
      expect((await get(String(newest.revision))).object).toEqual(newest.object)
      expect((await get(String(last))).object).toEqual(newest.object)
    })

    it('refuses a version of the future', async () => {
      await expect(opened.inTime(() => get(String(2n ** 63n - 1n)))).rejects.toMatchObject({
        code: 'TooLargeResourceVersion',
      })
    })

    it('finds no object that is not there', async () => {
      await expect(opened.storage.get(absent)).rejects.toMatchObject({ code: 'KeyNotFound' })
    })
  })

  describe('delete', () => {
    it('gives the last state with the revision of the deletion', async () => {
      const { object, revision } = await opened.create('foo')
      const deleted = await opened.delete('foo')
      expect(deleted.revision).toBeGreaterThan(revision)
      const { metadata } = deleted.object
      expect(metadata).toEqual({ ...object.metadata, resourceVersion: String(deleted.revision) })
      await expect(opened.storage.delete(absent)).rejects.toMatchObject({ code: 'KeyNotFound' })
    })

    it('demands its preconditions', async () => {
      await opened.create('foo', { uid: 'A' })
      const remove = (uid: string) => opened.storage.delete(podKey('foo'), { preconditions: { uid } })
      await expect(remove('B')).rejects.toMatchObject({ code: 'InvalidObject' })
      expect((await remove('A')).object.metadata.uid).toBe('A')
    })

    it('takes a suggestion that is current', async () => {
      const suggestion = await opened.create('name')
      await opened.storage.delete(podKey('name'), { suggestion })
      await expect(opened.storage.get(podKey('name'))).rejects.toMatchObject({ code: 'KeyNotFound' })
    })

    it('takes the current state where a suggestion is not', async () => {
      const { original, updated } = await outdated({}, { labels: { foo: 'bar' } })
      const deleted = await opened.storage.delete(podKey('name'), { suggestion: original })
      expect(deleted.object.metadata.labels).toEqual(updated.object.metadata.labels)
    })

    it('begins again when the object is changed while it is validated', async () => {
      await opened.create('name')
      let calls = 0
      const validate = async () => {
        if (++calls === 1) await opened.update('name', { labels: { foo: 'bar' } })
      }
      const deleted = await opened.storage.delete(podKey('name'), { validate })
      expect(calls).toBe(2)
      expect(deleted.object.metadata.labels).toEqual({ foo: 'bar' })
    })

    it('does not find what was deleted since it was suggested', async () => {
      const suggestion = await opened.create('name')
      await opened.storage.delete(podKey('name'), { suggestion })
      await expect(opened.storage.delete(podKey('name'), { suggestion })).rejects.toMatchObject({ code: 'KeyNotFound' })
    })

    it('validates a suggestion, and the current state where that was stale', async () => {
      const original = await opened.create('name')
      let calls = 0
      const refuse = async () => {
        calls++
        throw new Error('validation error')
      }
      const options = { suggestion: original, validate: refuse }
      await expect(opened.storage.delete(podKey('name'), options)).rejects.toThrow('validation error')
      expect(calls).toBe(1)
      await opened.update('name', { labels: { foo: 'bar' } })
      await opened.storage.delete(podKey('name'), { suggestion: original, validate: stale })
      await expect(opened.storage.get(podKey('name'))).rejects.toMatchObject({ code: 'KeyNotFound' })
    })

    it('fails where only the suggestion is valid', async () => {
      const { original, updated } = await outdated({ labels: { foo: 'bar' } }, { labels: { foo: 'barbar' } })
      const options = { suggestion: original, validate: stale }
      await expect(opened.storage.delete(podKey('name'), options)).rejects.toThrow('stale object')
      expect((await opened.storage.get(podKey('name'))).object).toEqual(updated.object)
    })

    it('demands its preconditions of the current state', async () => {
      const { original } = await outdated({}, { uid: 'myUID' })
      const preconditions = { uid: 'myUID' }
      await opened.storage.delete(podKey('name'), { suggestion: original, preconditions })
      await expect(opened.storage.get(podKey('name'))).rejects.toMatchObject({ code: 'KeyNotFound' })
    })

    it('fails where only the suggestion has its preconditions', async () => {
      const { original, updated } = await outdated({ uid: 'myUID' }, { uid: 'otherUID' })
      const options = { suggestion: original, preconditions: { uid: 'myUID' } }
      await expect(opened.storage.delete(podKey('name'), options)).rejects.toMatchObject({ code: 'InvalidObject' })
      expect((await opened.storage.get(podKey('name'))).object).toEqual(updated.object)
    })
  })

  describe('guaranteedUpdate', () => {
    const setText = (text: string) => async (current: StoredObject<Pod> | undefined) => ({
      object: { ...(current?.object ?? pod('foo')), spec: { text } },
    })

    it('creates what is missing only on request', async () => {
      const update = { tryUpdate: setText('x') }
      await expect(opened.storage.guaranteedUpdate(absent, update)).rejects.toMatchObject({ code: 'KeyNotFound' })
      const { changed } = await opened.storage.guaranteedUpdate(absent, { ...update, ignoreNotFound: true })
      expect(changed).toBe(true)
    })

    it('writes what is new, and nothing for the same data', async () => {
      const { revision } = await opened.create('foo', { uid: 'A', text: 'x' })
      const update = (text: string, more = {}) =>
        opened.storage.guaranteedUpdate(podKey('foo'), { tryUpdate: setText(text), ...more })
      expect((await update('x')).stored.revision).toBe(revision)
      expect((await update('x', { preconditions: { uid: 'A' } })).stored.revision).toBe(revision)
      await expect(update('x', { preconditions: { uid: 'B' } })).rejects.toMatchObject({ code: 'InvalidObject' })
      const { stored } = await update('y')
      expect([stored.revision > revision, stored.object.spec?.text]).toEqual([true, 'y'])
    })

    it('does not store a self link', async () => {
      const { revision } = await opened.create('foo')
      const { stored } = await opened.storage.guaranteedUpdate(podKey('foo'), {
        tryUpdate: async (current) => {
          const { object } = current!
          return { object: { ...object, metadata: { ...object.metadata, selfLink: 'testlink' } } as Pod }
        },
      })
      expect(stored.revision).toBe(revision)
      expect(stored.object.metadata).not.toHaveProperty('selfLink')
    })

    it('writes the same data again where the stored form is stale', async () => {
      const { revision } = await opened.create('foo', { text: 'x' })
      opened.transformer.stale = true
      const { stored } = await opened.storage.guaranteedUpdate(podKey('foo'), { tryUpdate: setText('x') })
      expect(stored.revision).toBeGreaterThan(revision)
    })

    it('writes where the stored bytes are not what it would write', async () => {
      const initial = await opened.otherServer('plain: ').create(podKey('foo'), pod('foo'))
      await opened.caughtUp(initial.revision)
      const same = { tryUpdate: async () => ({ object: pod('foo') }) }
      const first = await opened.storage.guaranteedUpdate(podKey('foo'), same)
      expect(first.stored.revision).toBeGreaterThan(initial.revision)
      const second = await opened.storage.guaranteedUpdate(podKey('foo'), same)
      expect(second.stored.revision).toBe(first.stored.revision)
    })

    it('begins again on conflict', async () => {
      await opened.create('foo')
      let calls = 0
      const { stored } = await opened.storage.guaranteedUpdate(podKey('foo'), {
        tryUpdate: async (current) => {
          if (++calls === 1) await opened.update('foo', { text: 'first' })
          return setText(`${current?.object.spec?.text ?? ''} second`)(current)
        },
      })
      expect([calls, stored.object.spec?.text]).toEqual([2, 'first second'])
    })

    it('tries a suggestion once, and the current state where that was stale', async () => {
      const { original, updated } = await outdated({}, { text: '2' })
      const seen: (string | undefined)[] = []
      const tryUpdate = async (current: StoredObject<Pod> | undefined) => {
        seen.push(current?.object.spec?.text)
        if (current?.object.spec?.text !== '2') throw new Error('conflict')
        return { object: { ...current.object, spec: { text: '3' } } }
      }
      const { stored } = await opened.storage.guaranteedUpdate(podKey('name'), { suggestion: original, tryUpdate })
      expect([seen.at(-1), stored.object.spec?.text, stored.revision > updated.revision]).toEqual(['2', '3', true])
      await opened.caughtUp(stored.revision)
      let attempts = 0
      const refuse = async () => {
        attempts++
        throw new Error('admission error')
      }
      await expect(
        opened.storage.guaranteedUpdate(podKey('name'), { suggestion: stored, tryUpdate: refuse }),
      ).rejects.toThrow('admission error')
      expect(attempts).toBe(1)
    })
  })

  // Leases of etcd take real time: once is enough.
  it.skipIf(cached && variant.kind === 'etcd')(
    'ends objects that were created or updated with a time to live',
    async () => {
      const created = await opened.storage.create(podKey('created'), pod('created'), { ttl: 1 })
      await opened.storage.guaranteedUpdate(podKey('updated'), {
        ignoreNotFound: true,
        tryUpdate: async () => ({ object: pod('updated'), ttl: 1 }),
      })
      const watch = new WatchReader(
        await opened.storage.watch(podPrefix, { predicate: everything, resourceVersion: String(created.revision) }),
      )
      const events = await opened.inTime(() => watch.events(3))
      expect(events.map(({ type }) => type)).toEqual(['ADDED', 'DELETED', 'DELETED'])
      watch.stop()
    },
    30_000,
  )

  it('counts objects', async () => {
    const count = async () => {
      await opened.storage.list(podPrefix, { predicate: everything })
      if (cached) await opened.caughtUp((await opened.kv.range({ key: podKey('a') })).kvs[0]?.modRevision ?? 0)
      return opened.storage.count(podPrefix)
    }
    await expect.poll(count).toBe(0)
    await opened.create('foo')
    await opened.create('bar')
    await expect.poll(count).toBe(2)
    await opened.delete('foo')
    await expect.poll(count).toBe(1)
  })

  const emptyKeys = ['', '/']
  const badKeys = ['.', '..', '/registry/pods/..', '/registry/pods/./a']
  const foreignKeys = ['pods', '/registry/pods.apps', '/foo/', '/registry/pods']
  it('takes keys below its prefix only', async () => {
    const calls = (key: string) => [
      opened.storage.get(key),
      opened.storage.create(key, pod('a')),
      opened.storage.delete(key),
      opened.storage.guaranteedUpdate(key, { tryUpdate: async () => ({ object: pod('a') }) }),
      opened.storage.watch(key, { predicate: everything, single: true }),
      opened.storage.list(key, { predicate: everything, single: true }),
    ]
    const refusals: [readonly string[], RegExp][] = [
      [emptyKeys, /^empty key/],
      [badKeys, /^invalid key/],
      [foreignKeys, /lacks resource prefix/],
    ]
    for (const [keys, message] of refusals)
      for (const key of keys) for (const call of calls(key)) await expect(call, key).rejects.toThrow(message)
    for (const prefix of ['/registry/pods', podPrefix, `${podPrefix}ns`, podKey('a')]) {
      expect((await opened.storage.list(prefix, { predicate: everything })).items).toEqual([])
      ;(await opened.storage.watch(prefix, { predicate: everything })).stop()
    }
  })
})

describe.each(named(stores))('%s', (_, variant) => {
  let opened: OpenedStorage
  beforeEach(async () => {
    opened = await OpenedStorage.open(variant, etcd)
  })
  afterEach(() => opened.close())

  it('fails for a value that cannot be transformed, and only where it is read', async () => {
    await opened.create('bar', { namespace: 'first' })
    await opened.otherServer('other!').create(podKey('baz', 'second'), pod('baz', { namespace: 'second' }))
    const internal = { code: 'Internal' }
    const key = podKey('baz', 'second')
    const unchanged = async (current: StoredObject<Pod> | undefined) => ({ object: current!.object })
    await expect(opened.storage.list(podPrefix, { predicate: everything })).rejects.toMatchObject(internal)
    await expect(opened.storage.get(key)).rejects.toMatchObject(internal)
    await expect(opened.storage.guaranteedUpdate(key, { tryUpdate: unchanged })).rejects.toMatchObject(internal)
    await expect(opened.storage.delete(key)).rejects.toMatchObject(internal)
    expect((await opened.storage.get(podKey('bar', 'first'))).object.metadata.name).toBe('bar')
    expect((await opened.storage.list(`${podPrefix}first`, { predicate: everything })).items.length).toBe(1)
  })
})
