import type { SelectionPredicate, Storage } from '@apimachinery/server/storage'
import { MemoryKV } from '@apimachinery/server/storage/kv'
import { describe, expect, it } from 'vitest'
import { ConvertingStorage } from '../../src/storage/converting-storage.js'
import { type Pod, pod, podAttributes, podKey, podPrefix, podStorage } from './pods.js'

const all: SelectionPredicate = { empty: true, matches: () => true }

/** A storage whose readers see texts with a mark, which are stored without it. */
function opened() {
  const inner = podStorage(new MemoryKV())
  const conversions: string[] = []
  const withText = (object: Pod, change: (text: string) => string): Pod => {
    const { text = '' } = object.spec ?? {}
    return { ...object, metadata: { ...object.metadata }, spec: { ...object.spec, text: change(text) } }
  }
  const storage: Storage<Pod> = new ConvertingStorage<Pod>(inner, {
    attributes: (object) => {
      const { labels, fields } = podAttributes(object)
      return { labels, fields: { ...fields, 'spec.text': object.spec?.text ?? '' } }
    },
    async toReaders(objects) {
      conversions.push(`${objects.length} out`)
      return objects.map((object) => withText(object, (text) => `seen ${text}`))
    },
    async toStore(object) {
      conversions.push('in')
      return withText(object, (text) => text.replace('seen ', ''))
    },
  })
  return { inner, storage, conversions }
}

const textOf = (stored: { readonly object: Pod }) => stored.object.spec?.text
const selecting = (text: string): SelectionPredicate => ({
  empty: false,
  matches: ({ fields }) => fields['spec.text'] === text,
})

describe('a storage that converts its objects', () => {
  it('shows what is written and read as readers see it, and stores it as the store has it', async () => {
    const { inner, storage } = opened()
    const created = await storage.create(podKey('a'), pod('a', { text: 'seen one' }))
    expect(textOf(created)).toBe('seen one')
    expect(textOf(await storage.get(podKey('a')))).toBe('seen one')
    const stored = await inner.get(podKey('a'))
    expect([textOf(stored), created.revision, created.key]).toEqual(['one', stored.revision, podKey('a')])
    expect(created.object.metadata.resourceVersion).toBe(String(stored.revision))
  })

  it('updates what readers see', async () => {
    const { inner, storage } = opened()
    await storage.create(podKey('a'), pod('a', { text: 'seen one' }))
    const seen: (string | undefined)[] = []
    const { stored, changed } = await storage.guaranteedUpdate(podKey('a'), {
      tryUpdate: async (current) => {
        seen.push(current && textOf(current))
        return { object: pod('a', { text: 'seen two' }) }
      },
    })
    expect([seen, textOf(stored), changed, textOf(await inner.get(podKey('a')))]).toEqual([
      ['seen one'],
      'seen two',
      true,
      'two',
    ])
  })

  it('updates what is not there, and what it was told is there', async () => {
    const { storage, conversions } = opened()
    const seen: (string | undefined)[] = []
    const update = (text: string, more: object = {}) =>
      storage.guaranteedUpdate(podKey('a'), {
        ignoreNotFound: true,
        ...more,
        tryUpdate: async (current) => {
          seen.push(current && textOf(current))
          return { object: pod('a', { text }) }
        },
      })
    const { stored: suggestion } = await update('seen one')
    conversions.length = 0
    await update('seen two', { suggestion })
    expect(seen).toEqual([undefined, 'seen one'])
    // What was suggested is not converted again.
    expect(conversions).toEqual(['in', '1 out'])
    await update('seen three', { suggestion })
    expect(seen.at(-1)).toBe('seen two')
  })

  it('deletes what readers see', async () => {
    const { storage, conversions } = opened()
    const created = await storage.create(podKey('a'), pod('a', { text: 'seen one' }))
    const asked: (string | undefined)[] = []
    const validate = async (current: Pod): Promise<void> => {
      asked.push(current.spec?.text)
      if (asked.length === 1) throw new Error('not yet')
    }
    await expect(storage.delete(podKey('a'), { validate })).rejects.toThrow('not yet')
    conversions.length = 0
    expect(textOf(await storage.delete(podKey('a'), { validate, suggestion: created }))).toBe('seen one')
    expect([asked, conversions]).toEqual([['seen one', 'seen one'], ['1 out']])
    await storage.create(podKey('b'), pod('b', { text: 'seen two' }))
    expect(textOf(await storage.delete(podKey('b')))).toBe('seen two')
  })

  it('selects by what readers see, page by page', async () => {
    const { storage, conversions } = opened()
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await storage.create(podKey(name), pod(name, { text: name === 'b' || name === 'e' ? 'seen x' : 'seen y' }))
    conversions.length = 0
    const names = (items: readonly { readonly object: Pod }[]) =>
      items.map(({ object }) => object.metadata.name).join('')
    const whole = await storage.list(podPrefix, { predicate: all })
    expect([names(whole.items), textOf(whole.items[0]!), conversions]).toEqual(['abcde', 'seen y', ['5 out']])
    const selected = await storage.list(podPrefix, { predicate: selecting('seen x') })
    expect([names(selected.items), selected.continueToken, selected.revision]).toEqual([
      'be',
      undefined,
      whole.revision,
    ])
    expect((await storage.list(podPrefix, { predicate: selecting('x') })).items).toEqual([])
    const first = await storage.list(podPrefix, { predicate: selecting('seen x'), limit: 1 })
    expect([names(first.items), first.continueToken !== undefined]).toEqual(['b', true])
    const { continueToken } = first
    const second = await storage.list(podPrefix, { predicate: selecting('seen x'), limit: 1, continueToken })
    expect([names(second.items), second.continueToken]).toEqual(['e', undefined])
    const unlimited = await storage.list(podPrefix, { predicate: selecting('seen x'), limit: 0 })
    expect(names(unlimited.items)).toBe('be')
    const page = await storage.list(podPrefix, { predicate: all, limit: 2 })
    expect([names(page.items), page.remainingItemCount]).toEqual(['ab', 3])
  })

  it('watches what readers see, until it is stopped', async () => {
    const { storage } = opened()
    const watch = await storage.watch(podPrefix, { predicate: all, sendInitialEvents: true, allowBookmarks: true })
    await storage.create(podKey('a'), pod('a', { text: 'seen one' }))
    const seen: (string | undefined)[] = []
    for await (const batch of watch) {
      for (const event of batch) seen.push('stored' in event ? `${event.type} ${textOf(event.stored)}` : event.type)
      if (seen.some((each) => each?.startsWith('ADDED'))) watch.stop()
    }
    expect(seen.filter((each) => each !== 'BOOKMARK')).toEqual(['ADDED seen one'])
  })

  it('ends a watch whose objects cannot be converted', async () => {
    const inner = podStorage(new MemoryKV())
    const failure = new Error('no conversion')
    const storage: Storage<Pod> = new ConvertingStorage<Pod>(inner, {
      attributes: podAttributes,
      toReaders: () => Promise.reject(failure),
      toStore: async (object) => object,
    })
    const watch = await storage.watch(podPrefix, { predicate: all })
    await inner.create(podKey('a'), pod('a'))
    const seen: unknown[] = []
    for await (const batch of watch) seen.push(...batch)
    expect(seen).toEqual([{ type: 'ERROR', error: failure }])
    await expect(storage.get(podKey('a'))).rejects.toBe(failure)
  })

  it('encodes an object once for all its readers, by format', async () => {
    const { storage } = opened()
    const stored = await storage.create(podKey('a'), pod('a', { text: 'seen one' }))
    let encoded = 0
    const encode = ({ spec }: Pod): Uint8Array => {
      encoded++
      return Buffer.from(spec?.text ?? '')
    }
    const first = stored.encoding('x', encode)
    expect([Buffer.from(first).toString(), stored.encoding('x', encode) === first, encoded]).toEqual([
      'seen one',
      true,
      1,
    ])
    stored.encoding('y', encode)
    expect(encoded).toBe(2)
  })

  it('answers about itself as the storage below does', async () => {
    const { inner, storage } = opened()
    await storage.create(podKey('a'), pod('a'))
    await storage.create(podKey('b'), pod('b'))
    expect(await storage.count(podPrefix)).toBe(2)
    expect(await storage.currentRevision()).toBe(await inner.currentRevision())
    expect([storage.progressSupported, storage.readiness()]).toEqual([inner.progressSupported, inner.readiness()])
    await expect(storage.ready()).resolves.toBeUndefined()
    let asked = 0
    inner.requestProgress = async () => void asked++
    await storage.requestProgress()
    inner.readiness = () => 'not yet'
    expect([asked, storage.readiness()]).toEqual([1, 'not yet'])
    let closed = 0
    inner.close = async () => void closed++
    await storage.close()
    expect(closed).toBe(1)
  })
})
