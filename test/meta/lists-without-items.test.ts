import { describe, expect, test } from 'vitest'
import { addToScheme as addApps } from '../../src/api/apps/v1/register.gen.js'
import { addToScheme as addCore } from '../../src/api/core/v1/register.gen.js'
import { eachListItem, extractList, isListType, lenList } from '../../src/meta/list.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { parseGroupVersion } from '../../src/schema/parse.js'

const scheme = new Scheme()
addCore(scheme)
addApps(scheme)

const kinds = [
  ['v1', 'PodList'],
  ['v1', 'ConfigMapList'],
  ['apps/v1', 'DeploymentList'],
] as const
const gv = parseGroupVersion
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString().trim()

interface List extends KubernetesObject {
  items: object[]
}

describe.each(kinds)('a list without items: %s %s', (apiVersion, kind) => {
  const head = `{"kind":"${kind}","apiVersion":"${apiVersion}","metadata":{}`
  const read = (mode: 'faithful' | 'strict' | 'canonical', rest: string) => {
    const codecs = new CodecFactory(scheme, { mode })
    return { codecs, list: codecs.universalDeserializer().decode(head + rest).object as List }
  }
  const modes = ['faithful', 'strict', 'canonical'] as const
  const absent = ['}', ',"items":null}', ',"items":[]}']

  test.each(absent)('has the empty array that its type says: %s', (rest) => {
    for (const mode of modes) {
      const { codecs, list } = read(mode, rest)
      expect(list.items).toEqual([])
      for (const { mediaType, serializer } of codecs.supportedMediaTypes()) {
        expect(
          (codecs.universalDeserializer().decode(serializer.encode(list)).object as List).items,
          mediaType,
        ).toEqual([])
      }
    }
  })

  test.each(absent)('is written as it came, and as null in mode canonical, as Go writes it: %s', (rest) => {
    for (const mode of modes) {
      const { codecs, list } = read(mode, rest)
      const written = mode === 'canonical' && !rest.includes('[') ? `${head},"items":null}` : head + rest
      const copies = [
        list,
        (list as unknown as { deepCopy(): List }).deepCopy(),
        scheme.convertToVersion(list, gv(apiVersion)),
      ]
      for (const each of copies) expect(text(codecs.json.encode(each))).toBe(written)
      if (mode !== 'canonical') expect(JSON.stringify(list)).toBe(written)
      const inYAML = /items: (\S+)/.exec(text(codecs.yaml.encode(list)))?.[1]
      expect(inYAML).toBe(/"items":(\S+)}/.exec(written)?.[1])
      const fromCBOR = codecs.universalDeserializer().decode(codecs.cbor.encode(list)).object
      if (mode === 'canonical') expect(text(codecs.json.encode(fromCBOR))).toBe(written)
    }
  })

  test('read from protobuf, which does not tell, is one of Go with a nil slice', () => {
    const { codecs, list } = read('canonical', ',"items":[]}')
    const again = codecs.universalDeserializer().decode(codecs.protobuf.encode(list)).object as List
    expect(again.items).toEqual([])
    expect(text(codecs.json.encode(again))).toBe(`${head},"items":null}`)
  })

  test.each(absent)('takes items, which are written then: %s', (rest) => {
    for (const mode of modes) {
      const { codecs, list } = read(mode, rest)
      list.items.push({ metadata: { name: 'a' } })
      expect(text(codecs.json.encode(list))).toContain('"name":"a"')
      expect(text(codecs.yaml.encode(list))).toContain('name: a')
      expect(JSON.stringify(list)).toContain('"name":"a"')
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
