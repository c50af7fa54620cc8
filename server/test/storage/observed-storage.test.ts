import { MemoryKV } from '@apimachinery/server/storage/kv'
import { describe, expect, it, vi } from 'vitest'
import { ObservedStorage, observedCodec } from '../../src/storage/observed-storage.js'
import { type Pod, pod, podCodec, podKey, podPrefix, podStorage } from './pods.js'

const predicate = { empty: true, matches: () => true }

function opened() {
  const inner = podStorage(new MemoryKV())
  const requests: [string, boolean][] = []
  const seconds: number[] = []
  const lists: [number, number][] = []
  const spent: number[] = []
  const storage = new ObservedStorage<Pod>(inner, {
    request(operation, took, failed) {
      requests.push([operation, failed])
      seconds.push(took)
    },
    decodeFailed: () => undefined,
    listed: (fetched, returned) => lists.push([fetched, returned]),
  })
  const latencies = { storage: (milliseconds: number) => void spent.push(milliseconds) }
  return { inner, storage, requests, seconds, lists, spent, latencies }
}

describe('a storage that is observed', () => {
  it('reports its requests, their failures and their time', async () => {
    const { storage, requests, seconds, lists, spent, latencies } = opened()
    await storage.create(podKey('a'), pod('a'), { latencies })
    await storage.get(podKey('a'), { latencies })
    await expect(storage.get(podKey('none'), { latencies })).rejects.toThrow()
    await storage.list(podPrefix, { predicate, latencies })
    await storage.guaranteedUpdate(podKey('a'), {
      tryUpdate: async () => ({ object: pod('a', { text: 't' }) }),
      latencies,
    })
    expect(await storage.count(podPrefix)).toBe(1)
    await storage.delete(podKey('a'), { latencies })
    await expect(storage.delete(podKey('a'))).rejects.toThrow()
    expect(requests).toEqual([
      ['create', false],
      ['get', false],
      ['get', true],
      ['list', false],
      ['update', false],
      ['listWithCount', false],
      ['delete', false],
      ['delete', true],
    ])
    expect(lists).toEqual([[1, 1]])
    expect(spent).toHaveLength(6)
    // The caller is told milliseconds, the observer seconds.
    expect(spent[0]).toBeCloseTo(1000 * seconds[0]!, 6)
    for (const took of [...spent, ...seconds]) expect(Math.abs(took)).toBeLessThan(60_000)
  })

  it('does not count what its caller does in an update', async () => {
    const { storage, spent, seconds, latencies } = opened()
    await storage.create(podKey('a'), pod('a'))
    let now = 1000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const tryUpdate = async () => {
      now += 30
      return { object: pod('a', { text: 't' }) }
    }
    await storage.guaranteedUpdate(podKey('a'), { tryUpdate, latencies })
    clock.mockRestore()
    expect([spent[0], seconds.at(-1)]).toEqual([0, 0])
  })

  it('is otherwise as before', async () => {
    const { inner, storage, requests } = opened()
    expect([storage.progressSupported, storage.readiness()]).toEqual([inner.progressSupported, inner.readiness()])
    expect(await storage.currentRevision()).toBe(await inner.currentRevision())
    await expect(storage.ready()).resolves.toBeUndefined()
    const watch = await storage.watch(podPrefix, { predicate })
    await inner.create(podKey('a'), pod('a'))
    for await (const [event] of watch) {
      expect(event?.type).toBe('ADDED')
      break
    }
    const asked: string[] = []
    inner.requestProgress = async () => void asked.push('progress')
    inner.close = async () => void asked.push('close')
    await storage.requestProgress()
    await storage.close()
    expect([asked, requests]).toEqual([['progress', 'close'], []])
  })
})

describe('a codec that is observed', () => {
  it('reports what it cannot decode', () => {
    let failures = 0
    const codec = observedCodec(podCodec as never, { decodeFailed: () => void failures++ })
    const bytes = codec.encode(pod('a') as never)
    expect(codec.decode(bytes)).toEqual(pod('a'))
    expect(failures).toBe(0)
    expect(() => codec.decode(Buffer.from('{'))).toThrow(SyntaxError)
    expect(failures).toBe(1)
  })

  it('has what the codec has', () => {
    class Whole {
      readonly rebuilds = true
      readonly mark = 'm'
      labels = () => ({ a: 'b' })
      encode = () => Buffer.from('x')
      decode = () => pod('a')
      encodeAs() {
        return Buffer.from(this.mark)
      }
    }
    const codec = observedCodec(new Whole() as never, { decodeFailed: () => undefined })
    expect(codec).toMatchObject({ rebuilds: true })
    expect((codec.labels as unknown as () => object)()).toEqual({ a: 'b' })
    expect(String((codec.encodeAs as unknown as () => Buffer)())).toBe('m')
    expect('encodeAs' in observedCodec(podCodec as never, { decodeFailed: () => undefined })).toBe(false)
  })
})
