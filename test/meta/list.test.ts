import { describe, expect, test } from 'vitest'
import * as core from '../../src/api/core/v1/index.js'
import { chunkList, eachListItem, extractList, isListType, lenList, setList } from '../../src/meta/index.js'
import { List } from '../../src/meta/v1/index.js'
import { isUnstructured, Unstructured, unstructuredFromContent } from '../../src/runtime/objects/unstructured.js'
import { thrown } from '../thrown.js'

const names = Array.from({ length: 10 }, (_, i) => `${i}`)
const pods = (): core.Pod[] => names.map((name) => new core.Pod({ metadata: { name }, spec: { containers: [] } }))

const lists = [
  ['typed', () => new core.PodList({ items: pods() })],
  ['of raw objects', () => new List({ items: pods() })],
  [
    'unstructured',
    () => unstructuredFromContent({ kind: 'PodList', items: names.map((name) => ({ metadata: { name } })) }),
  ],
  ['plain', () => ({ kind: 'PodList', items: names.map((name) => ({ metadata: { name } })) })],
] as const

describe.each(lists)('a list that is %s', (_, make) => {
  test('gives its items', () => {
    const list = make()
    const seen: unknown[] = []
    eachListItem(list, (item, index) => seen.push([index, (item as core.Pod).metadata?.name]))
    expect(seen).toEqual(names.map((name, i) => [i, name]))
    expect(extractList(list).map((item) => (item as core.Pod).metadata?.name)).toEqual(names)
    expect([isListType(list), lenList(list)]).toEqual([true, 10])
    expect(Array.from(chunkList(list, 4), (chunk) => chunk.length)).toEqual([4, 4, 2])
  })

  test('takes items', () => {
    const list = make()
    const [first, second] = extractList(list)
    setList(list, [second, first] as object[])
    expect(extractList(list).map((item) => (item as core.Pod).metadata?.name)).toEqual(['1', '0'])
    setList(list, [])
    expect(lenList(list)).toBe(0)
  })
})

test('what is no list', () => {
  for (const object of [new core.Pod(), new Unstructured({ kind: 'Pod' }), { kind: 'X', items: 'x' }]) {
    expect([isListType(object), lenList(object)]).toEqual([false, 0])
    expect(() => extractList(object)).toThrow(/list/)
  }
  expect(thrown(() => extractList(new core.Pod())).message).toBe('v1.Pod is not a list: no Items field in this object')
  expect(thrown(() => setList(new core.Pod(), [])).message).toContain('is not a list')
  expect(thrown(() => extractList({ items: [1] } as never)).message).toBe('items member is not an object: int64')
  expect(thrown(() => [...chunkList(new core.PodList({ items: [] }), 0)]).message).toBe('no size of a chunk: 0')
})

test('a typed list without items', () => {
  const list = new core.PodList({ items: null as never })
  expect(extractList(list)).toEqual([])
  expect(isListType(list)).toBe(true)
})

test('items of a typed list are of its item class', () => {
  const list = new core.PodList({ items: [] })
  setList(list, [{ metadata: { name: 'plain' } } as core.Pod])
  expect(list.items[0]).toBeInstanceOf(core.Pod)
  expect(list.items[0]?.kind).toBe('Pod')
  const error = thrown(() => setList(list, [new core.Pod(), new core.Node()]))
  expect(error.message).toBe("item[1]: can't assign or convert v1.Node into v1.Pod")
  expect(thrown(() => setList(list, [new Unstructured({})])).message).toContain('item[0]')
})

test('a property named "constructor" is data', () => {
  const named = { constructor: 'x' } as object
  const list = new core.PodList({ items: [], ...named })
  const pod = new core.Pod(named)
  setList(list, [pod, Object.assign(Object.create(null), named) as core.Pod])
  expect(list.items[0]).toBe(pod)
  expect(list.items[1]).toBeInstanceOf(core.Pod)
  const plain = Object.assign(Object.create(null), { items: [] }) as core.PodList
  setList(plain, [pod])
  expect(plain.items).toEqual([pod])
})

test('items of an unstructured list are unstructured', () => {
  const list = unstructuredFromContent({ items: [] })
  setList(list, [{ kind: 'Pod' }])
  expect(isUnstructured(extractList(list)[0])).toBe(true)
})
