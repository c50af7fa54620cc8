import { describe, expect, it } from 'vitest'
import { isMachineryError } from '../../src/errors/machinery-error.js'
import { isList, visitItems } from '../../src/runtime/objects/list-items.js'
import { isTypedObject } from '../../src/runtime/objects/typed-object.js'
import {
  isUnstructured,
  isUnstructuredClass,
  isUnstructuredList,
  Unstructured,
  UnstructuredList,
  unstructuredContent,
  unstructuredFromContent,
} from '../../src/runtime/objects/unstructured.js'
import { fromUnstructured, toUnstructured } from '../../src/runtime/objects/unstructured-converter.js'
import { groupVersionKindOf, setGroupVersionKind, withGroupVersionKind } from '../../src/runtime/scheme/kind-access.js'
import { CronTabInternal, CronTabListV1, CronTabV1, v1 } from './crontab.js'

const hostile = (): Record<string, never> => JSON.parse('{"__proto__":{"polluted":true},"constructor":1,"items2":[]}')

describe('Unstructured', () => {
  it('holds exactly its JSON', () => {
    const content = { apiVersion: 'v1', kind: 'X', spec: { a: 1 } }
    const object = new Unstructured(content)
    expect(JSON.stringify(object)).toBe(JSON.stringify(content))
    expect(isUnstructured(object)).toBe(true)
    expect(isTypedObject(object)).toBe(false)
    expect(isUnstructured(content)).toBe(false)
    expect(isUnstructured(null)).toBe(false)
  })

  it('is recognised by brand and as a class', () => {
    expect([Unstructured, UnstructuredList, CronTabV1, undefined, {}].map(isUnstructuredClass)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('takes a __proto__ key as data', () => {
    for (const object of [new Unstructured(hostile()), unstructuredFromContent(hostile())]) {
      expect(Object.getPrototypeOf(object)).toBe(Unstructured.prototype)
      expect(Object.keys(object)).toEqual(['__proto__', 'constructor', 'items2'])
      expect((object as { polluted?: boolean }).polluted).toBeUndefined()
      expect(Object.keys(unstructuredContent(object))).toEqual(['__proto__', 'constructor', 'items2'])
    }
    expect(Object.keys(new CronTabV1(hostile()))).toContain('__proto__')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('copies deeply, also when data is named like a method', () => {
    const object = new Unstructured({ kind: 'X', list: [{ big: 9223372036854775807n }] })
    const copy = object.deepCopy()
    expect(copy).toEqual(object)
    expect(copy).toBeInstanceOf(Unstructured)
    expect(copy.list).not.toBe(object.list)
  })
})

describe('unstructuredFromContent', () => {
  it('makes everything with items a list', () => {
    expect(unstructuredFromContent({ kind: 'X', items: [] })).toBeInstanceOf(UnstructuredList)
    expect(unstructuredFromContent({ kind: 'XList' })).not.toBeInstanceOf(UnstructuredList)
    expect(isUnstructuredList(unstructuredFromContent({ kind: 'X', items: null }))).toBe(true)
    expect(unstructuredFromContent({ kind: 'X', items: null })).toEqual(new UnstructuredList({ kind: 'X', items: [] }))
  })

  it('lets items inherit the kind of the list without its suffix', () => {
    const list = unstructuredFromContent({
      apiVersion: 'v1',
      kind: 'PodList',
      items: [{ a: 1 }, { kind: 'Y' }, { apiVersion: 'w' }, null, { kind: '', apiVersion: '' }],
    }) as UnstructuredList
    expect(list.items.map((item) => ({ ...item }))).toEqual([
      { a: 1, apiVersion: 'v1', kind: 'Pod' },
      { kind: 'Y' },
      { apiVersion: 'w' },
      { apiVersion: 'v1', kind: 'Pod' },
      { apiVersion: 'v1', kind: 'Pod' },
    ])
    expect(list.items.every(isUnstructured)).toBe(true)
  })

  it('leaves an empty kind to the items of a List', () => {
    const list = unstructuredFromContent({ apiVersion: 'v1', kind: 'List', items: [{}] }) as UnstructuredList
    expect({ ...list.items[0] }).toEqual({ apiVersion: 'v1', kind: '' })
  })

  it.each([
    [{ items: {} }, 'items'],
    [{ items: 'x' }, 'items'],
    [{ items: [{}, 1] }, 'items[1]'],
    [{ items: [[]] }, 'items[0]'],
  ])('refuses %j', (content, path) => {
    try {
      unstructuredFromContent(content)
      expect.unreachable()
    } catch (error) {
      expect(isMachineryError(error, 'InvalidObject') && error.path).toBe(path)
    }
  })

  it('reads a list of 200000 items', () => {
    const items = Array.from({ length: 200_000 }, (_, index) => ({ index }))
    const list = unstructuredFromContent({ apiVersion: 'v1', kind: 'XList', items }) as UnstructuredList
    expect(list.items).toHaveLength(200_000)
    expect(list.items[199_999]).toMatchObject({ index: 199_999, kind: 'X' })
  })
})

describe('kind access', () => {
  it('reads what an object says and nothing else', () => {
    expect(String(groupVersionKindOf({ apiVersion: 'apps/v1', kind: 'X' }))).toBe('apps/v1, Kind=X')
    expect(groupVersionKindOf({ apiVersion: 'a/b/c', kind: 'X' }).isEmpty()).toBe(true)
    expect(groupVersionKindOf({ apiVersion: 1, kind: null } as never).isEmpty()).toBe(true)
    expect(groupVersionKindOf({ kind: 'X' }).kind).toBe('X')
  })

  it('writes it, and removes it for internal versions', () => {
    const object = new CronTabV1()
    setGroupVersionKind(object, v1.withKind('Other'))
    expect(object.kind).toBe('Other')
    setGroupVersionKind(object, CronTabInternal.groupVersionKind)
    expect(Object.keys(object)).toEqual([])
  })

  it('copies only when the object says something else', () => {
    const object = Object.freeze(new CronTabV1({ metadata: { name: 'x' } }))
    expect(withGroupVersionKind(object, CronTabV1.groupVersionKind)).toBe(object)
    const other = withGroupVersionKind(object, v1.withKind('Other'))
    expect(other).toBeInstanceOf(CronTabV1)
    expect([other.kind, object.kind]).toEqual(['Other', 'CronTab'])
  })
})

describe('lists', () => {
  it('visit their items in order', () => {
    const seen: unknown[] = []
    const list = new UnstructuredList({ items: [{ a: 1 }, { a: 2 }] })
    visitItems(list, (item, index) => seen.push([isUnstructured(item), { ...item }, index]))
    expect(seen).toEqual([
      [true, { a: 1 }, 0],
      [true, { a: 2 }, 1],
    ])
    expect([isList(list), isList({ items: 1 }), isList({})]).toEqual([true, false, false])
  })

  it.each([
    [{}, 'content is not a list'],
    [{ items: {} }, 'content is not a list: map[string]interface {}'],
    [{ items: [1] }, 'items member is not an object: int64'],
  ])('refuse %j', (list, message) => {
    expect(() => visitItems(list, () => {})).toThrow(message)
  })
})

describe('typed and unstructured', () => {
  const json = {
    apiVersion: 'stable.example.com/v1',
    kind: 'CronTab',
    spec: { schedule: { minute: '1' }, extra: true },
  }

  it('convert both ways without sharing and without loss', () => {
    const loose = new Unstructured(json)
    const typed = fromUnstructured(loose, CronTabV1)
    expect(typed).toBeInstanceOf(CronTabV1)
    expect({ ...typed }).toEqual(json)
    const back = toUnstructured(typed)
    expect({ ...back }).toEqual(json)
    expect(back.spec).not.toBe(typed.spec)
    expect(typed.spec).not.toBe(json.spec)
  })

  it('is canonical on request', () => {
    const typed = new CronTabV1({ spec: { schedule: {}, extra: true } })
    expect({ ...toUnstructured(typed, { canonical: true }) }).toEqual({
      kind: 'CronTab',
      apiVersion: 'stable.example.com/v1',
      metadata: {},
      spec: { schedule: { minute: '' } },
    })
  })

  it('refuses unknown fields in strict mode', () => {
    expect(() => fromUnstructured(json, CronTabV1, { mode: 'strict' })).toThrow(
      'strict decoding error: unknown field "spec.extra"',
    )
  })

  it('gives the items of a list their class, which tells their kind without adding it to the JSON', () => {
    const list = fromUnstructured({ kind: 'CronTabList', items: [{ metadata: { name: 'x' } }] } as never, CronTabListV1)
    const [item] = list.items
    expect(item).toBeInstanceOf(CronTabV1)
    expect([item?.kind, item?.apiVersion]).toEqual(['CronTab', 'stable.example.com/v1'])
    expect(JSON.stringify(item)).toBe('{"metadata":{"name":"x"}}')
  })
})
