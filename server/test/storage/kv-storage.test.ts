import { decodeContinue, encodeContinue, type Storage, type StoredObject } from '@apimachinery/server/storage'
import type { KV } from '@apimachinery/server/storage/kv'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenedKV, openKV } from './open-kv.js'
import { everything, onNode, type Pod, pod, podKey, podPrefix, podStorage } from './pods.js'

describe.each(['memory', 'embedded'] as const)('over %s:', (kind) => {
  let clock: FakeClock
  let kv: KV
  let opened: OpenedKV
  let storage: Storage<Pod>

  beforeEach(async () => {
    clock = new FakeClock()
    opened = await openKV(kind, clock)
    ;({ kv } = opened)
    storage = podStorage(kv, { clock })
  })
  afterEach(() => opened.end())

  const create = (name: string, more: Parameters<typeof pod>[1] = {}) =>
    storage.create(podKey(name, more.namespace), pod(name, more))
  const names = (items: readonly StoredObject<Pod>[]) => items.map(({ object }) => object.metadata.name).join()
  const settled = () => opened.settle()

  describe('create and get', () => {
    it('gives the object back with its resource version, and stores it without', async () => {
      const given = pod('a')
      const created = await storage.create(podKey('a'), given)
      expect(created.revision).toBe(2)
      expect(created.object).toEqual({ ...given, metadata: { ...given.metadata, resourceVersion: '2' } })
      expect(given.metadata.resourceVersion).toBeUndefined()
      const [stored] = (await kv.range({ key: podKey('a') })).kvs
      expect(new TextDecoder().decode(stored?.value)).toBe(JSON.stringify(given))
      expect((await storage.get(podKey('a'))).object).toEqual(created.object)
    })

    it('refuses an object with a resource version', async () => {
      const object = pod('a')
      object.metadata.resourceVersion = '5'
      await expect(storage.create(podKey('a'), object)).rejects.toThrow(
        'resourceVersion should not be set on objects to be created',
      )
    })

    it('refuses a key that exists, in the words of Go', async () => {
      await create('a')
      await expect(create('a')).rejects.toMatchObject({
        code: 'KeyExists',
        message:
          'StorageError: key exists, Code: 2, Key: /registry/pods/ns/a, ResourceVersion: 0, AdditionalErrorMsg: <nil>',
      })
    })

    it('says what is absent, too new or no version', async () => {
      await expect(storage.get(podKey('a'))).rejects.toMatchObject({ code: 'KeyNotFound', key: podKey('a') })
      await create('a')
      await expect(storage.get(podKey('a'), { resourceVersion: '3' })).rejects.toMatchObject({
        code: 'TooLargeResourceVersion',
        message: 'Too large resource version: 3, current: 2',
      })
      expect((await storage.get(podKey('a'), { resourceVersion: '2' })).revision).toBe(2)
      await expect(storage.get(podKey('a'), { resourceVersion: 'x' })).rejects.toMatchObject({
        message:
          'invalid resource version: resourceVersion: Invalid value: "x": strconv.ParseUint: parsing "x": invalid syntax',
      })
    })

    it.each(['', '/', '..', '/registry/pods/../secrets/a', '/registry/pods/./a', '/registry/secrets/a'])(
      'refuses the key %j',
      async (key) => {
        await expect(storage.get(key)).rejects.toThrow(/^(invalid|empty) key: /)
      },
    )

    it('names the key of a value that cannot be read, and continues with others', async () => {
      await create('a')
      await kv.txn({
        compare: [],
        success: [{ type: 'put', key: podKey('bad'), value: new TextEncoder().encode('{') }],
      })
      await create('c')
      const bad = await storage.get(podKey('bad'))
      expect(() => bad.object).toThrow(podKey('bad'))
      const { items } = await storage.list(podPrefix, { predicate: everything })
      expect(items.length).toBe(3)
      expect(items[2]?.object.metadata.name).toBe('c')
    })

    it('decodes and encodes once for all readers', async () => {
      let decoded = 0
      let encoded = 0
      storage = podStorage(kv, {
        codec: {
          decode: (data) => {
            decoded++
            return JSON.parse(new TextDecoder().decode(data))
          },
          encode: (object) => new TextEncoder().encode(JSON.stringify(object)),
        },
      })
      await create('a')
      for (let i = 0; i < 3; i++) {
        const stored = await storage.get(podKey('a'))
        stored.encoding('json', (object) => {
          encoded++
          return new TextEncoder().encode(JSON.stringify(object))
        })
        expect(stored.object.metadata.name).toBe('a')
      }
      expect([decoded, encoded]).toEqual([1, 1])
    })
  })

  describe('list', () => {
    beforeEach(async () => {
      for (const [name, node] of Object.entries({ a: 'x', b: 'y', c: 'x', d: 'y', e: 'x' }))
        await create(name, { node })
      await create('a', { namespace: 'ns2' })
    })

    it('gives what is below a prefix, at one revision', async () => {
      const all = await storage.list(podPrefix, { predicate: everything })
      expect([all.items.length, all.revision, all.continueToken]).toEqual([6, 7, undefined])
      const some = await storage.list(`${podPrefix}ns`, { predicate: everything })
      expect(names(some.items)).toBe('a,b,c,d,e')
      const one = await storage.list(podKey('b'), { predicate: everything, single: true })
      expect(names(one.items)).toBe('b')
      const none = await storage.list(podKey('z'), { predicate: everything, single: true })
      expect([none.items.length, none.revision]).toEqual([0, 7])
    })

    it('continues where a page ended, at the revision of the first', async () => {
      const first = await storage.list(`${podPrefix}ns/`, { predicate: everything, limit: 2 })
      expect([names(first.items), first.remainingItemCount, first.revision]).toEqual(['a,b', 3, 7])
      expect(decodeContinue(first.continueToken!, `${podPrefix}ns/`)).toEqual({ from: `${podKey('b')}\0`, revision: 7 })
      await create('bb')
      await storage.delete(podKey('c'))
      const continueToken = first.continueToken!
      const second = await storage.list(`${podPrefix}ns/`, { predicate: everything, limit: 2, continueToken })
      expect([names(second.items), second.remainingItemCount, second.revision]).toEqual(['c,d', 1, 7])
      const third = await storage.list(`${podPrefix}ns/`, {
        predicate: everything,
        limit: 2,
        continueToken: second.continueToken!,
      })
      expect([names(third.items), third.remainingItemCount, third.continueToken]).toEqual(['e', undefined, undefined])
    })

    it('fills pages with what is selected, and does not count the rest', async () => {
      const first = await storage.list(podPrefix, { predicate: onNode('x'), limit: 2 })
      expect([names(first.items), first.remainingItemCount]).toEqual(['a,c', undefined])
      const second = await storage.list(podPrefix, {
        predicate: onNode('x'),
        limit: 2,
        continueToken: first.continueToken!,
      })
      expect([names(second.items), second.continueToken]).toEqual(['e', undefined])
    })

    it('reads an exact revision, and refuses one that is not there', async () => {
      const exact = await storage.list(podPrefix, {
        predicate: everything,
        resourceVersion: '4',
        resourceVersionMatch: 'Exact',
      })
      expect([names(exact.items), exact.revision]).toEqual(['a,b,c', 4])
      const legacy = await storage.list(podPrefix, { predicate: everything, resourceVersion: '4', limit: 10 })
      expect(legacy.revision).toBe(4)
      const newer = await storage.list(podPrefix, {
        predicate: everything,
        resourceVersion: '4',
        resourceVersionMatch: 'NotOlderThan',
      })
      expect(newer.revision).toBe(7)
      for (const resourceVersionMatch of ['Exact', 'NotOlderThan'] as const)
        await expect(
          storage.list(podPrefix, { predicate: everything, resourceVersion: '99', resourceVersionMatch }),
        ).rejects.toMatchObject({ message: 'Too large resource version: 99, current: 7' })
      await kv.compact(6)
      await expect(
        storage.list(podPrefix, { predicate: everything, resourceVersion: '4', resourceVersionMatch: 'Exact' }),
      ).rejects.toMatchObject({
        code: 'ResourceExpired',
        message: 'The resourceVersion for the provided list is too old.',
      })
    })

    it('gives a token to go on inconsistently when the revision of a page is gone', async () => {
      const first = await storage.list(podPrefix, { predicate: everything, limit: 2 })
      await storage.delete(podKey('c'))
      await kv.compact(8)
      const again = { predicate: everything, limit: 2 }
      const error = await storage.list(podPrefix, { ...again, continueToken: first.continueToken! }).catch((e) => e)
      expect(error).toMatchObject({ code: 'ResourceExpired' })
      expect(error.message).toMatch(/^The provided continue parameter is too old .* may show up in the list\.$/)
      const next = await storage.list(podPrefix, { ...again, continueToken: error.continueToken })
      expect([names(next.items), next.revision]).toEqual(['d,e', 8])
    })

    it.each([
      ['?', 'continue key is not valid: illegal base64 data at input byte 0'],
      [token('{}'), 'continue key is not valid: server does not recognize this encoded version '],
      [token('{"v":"v9"}'), 'continue key is not valid: server does not recognize this encoded version v9'],
      [
        token('{"v":"meta.k8s.io/v1","start":"a"}'),
        'continue key is not valid: incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
      ],
      [
        token('{"v":"meta.k8s.io/v1","rv":1}'),
        'continue key is not valid: encoded start key empty (version meta.k8s.io/v1)',
      ],
      [token('{"v":"meta.k8s.io/v1","rv":1,"start":"../a"}'), 'continue key is not valid: ../a'],
      [token('{"v":"meta.k8s.io/v1","rv":1,"start":"a//b"}'), 'continue key is not valid: a//b'],
      [
        token('[]'),
        'continue key is not valid: json: cannot unmarshal array into Go value of type storage.continueToken',
      ],
    ])('refuses the token %s', async (continueToken, reason) => {
      await expect(storage.list(podPrefix, { predicate: everything, continueToken })).rejects.toMatchObject({
        code: 'InvalidContinueToken',
        message: `invalid continue token: ${reason}`,
      })
    })

    it('refuses a token together with a version', async () => {
      const continueToken = encodeContinue({ from: `${podPrefix}a`, revision: 5 }, podPrefix)
      await expect(
        storage.list(podPrefix, { predicate: everything, continueToken, resourceVersion: '5' }),
      ).rejects.toMatchObject({
        code: 'BadRequest',
        message: 'specifying resource version is not allowed when using continue',
      })
    })

    it('counts', async () => {
      expect([await storage.count(podPrefix), await storage.count(`${podPrefix}ns2`)]).toEqual([6, 1])
    })
  })

  describe('guaranteedUpdate', () => {
    const rename = (text: string) => ({
      tryUpdate: async (current: StoredObject<Pod> | undefined) => ({ object: { ...current!.object, spec: { text } } }),
    })

    it('writes what tryUpdate makes of the current state', async () => {
      await create('a')
      const { stored, changed } = await storage.guaranteedUpdate(podKey('a'), rename('new'))
      expect([changed, stored.revision, stored.object.spec?.text]).toEqual([true, 3, 'new'])
      expect(stored.object.metadata.resourceVersion).toBe('3')
    })

    it('writes nothing where the bytes are the same', async () => {
      await create('a', { text: 'same' })
      const { stored, changed } = await storage.guaranteedUpdate(podKey('a'), rename('same'))
      expect([changed, stored.revision, await storage.currentRevision()]).toEqual([false, 2, 2])
    })

    it('creates what is missing only on request', async () => {
      await expect(storage.guaranteedUpdate(podKey('a'), rename(''))).rejects.toMatchObject({ code: 'KeyNotFound' })
      const tryUpdate = async (current: StoredObject<Pod> | undefined) => {
        expect(current).toBeUndefined()
        return { object: pod('a') }
      }
      const { stored } = await storage.guaranteedUpdate(podKey('a'), { ignoreNotFound: true, tryUpdate })
      expect(stored.revision).toBe(2)
    })

    it('begins again on conflict', async () => {
      await create('a')
      const seen: string[] = []
      const add = (label: string) =>
        storage.guaranteedUpdate(podKey('a'), {
          tryUpdate: async (current) => {
            seen.push(`${label}@${current!.revision}`)
            const { metadata } = current!.object
            return {
              object: { ...current!.object, metadata: { ...metadata, labels: { ...metadata.labels, [label]: 'x' } } },
            }
          },
        })
      await Promise.all([add('one'), add('two'), add('three')])
      expect(Object.keys((await storage.get(podKey('a'))).object.metadata.labels!).sort()).toEqual([
        'one',
        'three',
        'two',
      ])
      expect(seen.length).toBe(6)
    })

    it('tries a suggestion first, and the stored state when that was stale', async () => {
      const old = await create('a', { text: '1' })
      await storage.guaranteedUpdate(podKey('a'), rename('2'))
      const seen: (string | undefined)[] = []
      const { stored } = await storage.guaranteedUpdate(podKey('a'), {
        suggestion: old,
        tryUpdate: async (current) => {
          seen.push(current!.object.spec?.text)
          return { object: { ...current!.object, spec: { text: `${current!.object.spec?.text}!` } } }
        },
      })
      expect([seen, stored.object.spec?.text]).toEqual([['1', '2'], '2!'])
    })

    it('asks the store before it says that a stale suggestion is unchanged', async () => {
      const old = await create('a', { text: '1' })
      await storage.guaranteedUpdate(podKey('a'), rename('2'))
      const { changed, stored } = await storage.guaranteedUpdate(podKey('a'), { ...rename('1'), suggestion: old })
      expect([changed, stored.object.spec?.text, stored.revision]).toEqual([true, '1', 4])
    })

    it('throws what tryUpdate throws, after a second try where the suggestion was stale', async () => {
      const old = await create('a', { text: '1' })
      let tries = 0
      const failing = async () => {
        tries++
        throw new Error('no')
      }
      await expect(storage.guaranteedUpdate(podKey('a'), { tryUpdate: failing, suggestion: old })).rejects.toThrow('no')
      expect(tries).toBe(1)
      await storage.guaranteedUpdate(podKey('a'), rename('2'))
      await expect(storage.guaranteedUpdate(podKey('a'), { tryUpdate: failing, suggestion: old })).rejects.toThrow('no')
      expect(tries).toBe(3)
    })

    it('demands its preconditions', async () => {
      await create('a', { uid: 'u1' })
      await expect(
        storage.guaranteedUpdate(podKey('a'), { ...rename('x'), preconditions: { uid: 'u2' } }),
      ).rejects.toMatchObject({
        code: 'InvalidObject',
        message:
          'StorageError: invalid object, Code: 4, Key: /registry/pods/ns/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: u2, UID in object meta: u1',
      })
      await expect(
        storage.guaranteedUpdate(podKey('a'), { ...rename('x'), preconditions: { resourceVersion: '1' } }),
      ).rejects.toThrow('Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: 2')
      await storage.guaranteedUpdate(podKey('a'), {
        ...rename('x'),
        preconditions: { uid: 'u1', resourceVersion: '2' },
      })
    })
  })

  describe('delete', () => {
    it('gives the last state with the revision of the deletion', async () => {
      await create('a')
      const deleted = await storage.delete(podKey('a'))
      expect([deleted.revision, deleted.object.metadata.resourceVersion]).toEqual([3, '3'])
      await expect(storage.delete(podKey('a'))).rejects.toMatchObject({ code: 'KeyNotFound' })
    })

    it('validates, and again when the suggestion was stale', async () => {
      const old = await create('a', { text: '1' })
      await storage.guaranteedUpdate(podKey('a'), {
        tryUpdate: async () => ({ object: pod('a', { text: '2' }) }),
      })
      const seen: (string | undefined)[] = []
      await storage.delete(podKey('a'), {
        suggestion: old,
        validate: async (current) => {
          seen.push(current.spec?.text)
        },
      })
      expect(seen).toEqual(['1', '2'])
    })

    it('demands its preconditions of the current state, not of a stale suggestion', async () => {
      const old = await create('a', { uid: 'u1' })
      await storage.delete(podKey('a'))
      await create('a', { uid: 'u2' })
      await storage.delete(podKey('a'), { suggestion: old, preconditions: { uid: 'u2' } })
      await expect(storage.get(podKey('a'))).rejects.toMatchObject({ code: 'KeyNotFound' })
    })
  })

  describe('time to live', () => {
    it('deletes by itself', async () => {
      await storage.create(podKey('a'), pod('a'), { ttl: 10 })
      clock.step(9000)
      await settled()
      await storage.get(podKey('a'))
      clock.step(2000)
      await settled()
      await expect(storage.get(podKey('a'))).rejects.toMatchObject({ code: 'KeyNotFound' })
    })

    it('uses one lease for objects whose ends are close', async () => {
      const leaseOf = async (name: string) => (await kv.range({ key: podKey(name) })).kvs[0]?.lease
      for (const [name, wait] of [
        ['a', 30_000],
        ['b', 40_000],
        ['c', 0],
        ['d', 0],
      ] as const) {
        await storage.create(podKey(name), pod(name), { ttl: 3600 })
        clock.step(wait)
      }
      expect(await leaseOf('a')).toBe(await leaseOf('b'))
      expect(await leaseOf('c')).not.toBe(await leaseOf('b'))
      expect(await leaseOf('c')).toBe(await leaseOf('d'))
    })
  })
})

function token(json: string): string {
  return Buffer.from(json).toString('base64url')
}
