import { describe, expect, test } from 'vitest'
import { addToScheme, ConfigMap, ConfigMapList, Pod, PodList } from '../../../../src/api/core/v1/index.js'
import { isForbidden } from '../../../../src/errors/predicates.js'
import { Status } from '../../../../src/meta/v1/types.gen.js'
import type { KubernetesObject } from '../../../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../../../src/runtime/serializer/codec-factory.js'
import { UnstructuredJSONScheme } from '../../../../src/runtime/serializer/json/unstructured-json-scheme.js'
import { decodeListStream } from '../../../../src/runtime/serializer/streaming/decode-list-stream.js'
import { FakeWatcher } from '../../../../src/watch/fake-watcher.js'
import { listWatchUntil } from '../../../../src/watch/until.js'

const scheme = new Scheme()
addToScheme(scheme)
const codecs = new CodecFactory(scheme)
const decoder = codecs.universalDeserializer()
const encoders = codecs.supportedMediaTypes().filter(({ mediaType }) => /json|protobuf/.test(mediaType))

const forbidden = new Status({ status: 'Failure', reason: 'Forbidden', message: 'pods is forbidden', code: 403 })
const single = new Pod({ metadata: { name: 'a' }, spec: { containers: [] } })

async function read(
  source: Uint8Array | string,
  options: object = {},
): Promise<{ items: unknown[]; error: unknown; seen: unknown[] }> {
  const items: unknown[] = []
  const seen: unknown[] = []
  try {
    const onMetadata = (list: unknown) => seen.push(list)
    for await (const item of decodeListStream(source, { decoder, onMetadata, ...options })) items.push(item)
  } catch (error) {
    return { items, error, seen }
  }
  return { items, error: undefined, seen }
}

describe('a stream that is no list', () => {
  for (const { mediaType, serializer } of encoders) {
    test.each([
      ['Status', forbidden],
      ['Pod', single],
      ['Status without status', new Status({ message: 'x' })],
      ['ConfigMap', new ConfigMap({ metadata: { name: 'items' }, data: { items: '[]' } })],
    ] as [string, KubernetesObject][])(`${mediaType}: a %s is refused`, async (_, object) => {
      for (const options of [{}, { itemClass: Pod }, { listClass: PodList, itemClass: Pod }]) {
        const { items, error, seen } = await read(serializer.encode(object), options)
        expect([items, seen]).toEqual([[], []])
        expect(error).toMatchObject({ code: expect.stringMatching(/^(NotAList|KindMismatch)$/) })
      }
    })
  }

  test('a Status of a failure is the cause, whatever its order', async () => {
    for (const text of [
      JSON.stringify(forbidden),
      JSON.stringify({ ...forbidden, metadata: {} }),
      '{"status":"Failure","reason":"Forbidden","code":403,"message":"pods is forbidden","metadata":{},"kind":"Status","apiVersion":"v1"}',
    ]) {
      const { error } = await read(text)
      expect(error).toMatchObject({ code: 'NotAList', message: '/v1, Kind=Status is not a list: pods is forbidden' })
      expect(isForbidden(error)).toBe(true)
    }
  })

  test('an unknown kind is a list when it has items', async () => {
    const unstructured = { decoder: new UnstructuredJSONScheme() }
    const widgets = '{"apiVersion":"example.com/v1","kind":"WidgetList"'
    expect(await read(`${widgets},"items":[]}`, unstructured)).toMatchObject({ items: [], error: undefined })
    expect(
      (await read(`{"apiVersion":"example.com/v1","kind":"Widget","metadata":{}}`, unstructured)).error,
    ).toMatchObject({ code: 'NotAList' })
  })

  test('a typed list may leave its items out', async () => {
    expect(await read('{"apiVersion":"v1","kind":"PodList","metadata":{}}')).toMatchObject({
      items: [],
      error: undefined,
    })
    expect(await read('{"apiVersion":"v1","kind":"PodList","items":null}')).toMatchObject({
      items: [],
      error: undefined,
    })
  })
})

describe('items of another class than itemClass', () => {
  const pods = (count: number) => new PodList({ items: Array.from({ length: count }, () => single) })
  for (const { mediaType, serializer } of encoders) {
    test.each([1, 2, 40])(`${mediaType}: are refused, %i of them`, async (count) => {
      const { items, error } = await read(serializer.encode(pods(count)), { itemClass: ConfigMap })
      expect(items).toEqual([])
      expect(error).toMatchObject({ code: 'KindMismatch', path: 'items[0]' })
      expect((await read(serializer.encode(pods(count)), { itemClass: Pod })).items).toHaveLength(count)
    })
  }

  test('are passed to the handler of invalid items', async () => {
    const bad: number[] = []
    const onBadItem = ({ index }: { index: number }) => bad.push(index)
    const text = JSON.stringify(new ConfigMapList({ items: [new ConfigMap()] }))
    expect(await read(text, { itemClass: Pod, onBadItem })).toMatchObject({ items: [], error: undefined })
    expect(bad).toEqual([0])
  })
})

test('listWatchUntil treats a Status as an error, not as an empty list', async () => {
  const watch = () => new FakeWatcher<KubernetesObject>()
  for (const answer of [forbidden, JSON.parse(JSON.stringify(forbidden)) as object]) {
    const error = await listWatchUntil({ list: async () => answer, watch }, [() => true]).catch((thrown) => thrown)
    expect(isForbidden(error)).toBe(true)
    expect(error).toMatchObject({ code: 'NotAList' })
  }
})
