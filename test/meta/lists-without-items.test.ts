import { describe, expect, test } from 'vitest'
import { addToScheme as addApps } from '../../src/api/apps/v1/register.gen.js'
import { addToScheme as addCore } from '../../src/api/core/v1/register.gen.js'
import { eachListItem, extractList, isListType, lenList } from '../../src/meta/list.js'
import { Scheme } from '../../src/runtime/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import type { KubernetesObject } from '../../src/runtime/typed-object.js'

const scheme = new Scheme()
addCore(scheme)
addApps(scheme)

const kinds = [
  ['v1', 'PodList'],
  ['v1', 'ConfigMapList'],
  ['apps/v1', 'DeploymentList'],
] as const
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString().trim()

/** `items` as they are read, or `absent`. */
function itemsOf(list: KubernetesObject): unknown {
  return Object.hasOwn(list, 'items') ? (list as { items?: unknown }).items : 'absent'
}

describe.each(kinds)('a list without items: %s %s', (apiVersion, kind) => {
  const head = `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":{}`

  test.each(['}', ',"items":null}'])('is none of another sort, and is written as it came: %s', (rest) => {
    for (const mode of ['faithful', 'strict'] as const) {
      const codecs = new CodecFactory(scheme, { mode })
      const { object } = codecs.universalDeserializer().decode(head + rest)
      expect(itemsOf(object)).toEqual(rest === '}' ? 'absent' : null)
      const json = codecs.supportedMediaTypes().find(({ mediaType }) => mediaType === 'application/json')
      expect(text(json?.serializer.encode(object) ?? new Uint8Array())).toBe(head + rest)
    }
  })

  test('is a nil slice in mode canonical, which Go writes as null; an empty list stays one', () => {
    const codecs = new CodecFactory(scheme, { mode: 'canonical' })
    for (const [rest, items] of [
      ['}', null],
      [',"items":null}', null],
      [',"items":[]}', []],
    ] as const) {
      const { object } = codecs.universalDeserializer().decode(head + rest)
      expect(itemsOf(object)).toEqual(items)
      const json = codecs.supportedMediaTypes().find(({ mediaType }) => mediaType === 'application/json')
      expect(text(json?.serializer.encode(object) ?? new Uint8Array())).toBe(
        `${head},"items":${JSON.stringify(items)}}`,
      )
    }
  })

  test('has no items in any format, for those that ask through functions of lists', () => {
    const codecs = new CodecFactory(scheme)
    for (const rest of ['}', ',"items":null}', ',"items":[]}']) {
      const { object } = codecs.universalDeserializer().decode(head + rest)
      for (const { mediaType, serializer } of codecs.supportedMediaTypes()) {
        const again = codecs.universalDeserializer().decode(serializer.encode(object)).object
        const seen: unknown[] = []
        eachListItem(again, (item) => seen.push(item))
        expect([isListType(again), extractList(again), lenList(again), seen], mediaType).toEqual([true, [], 0, []])
      }
    }
  })
})
