import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { DeferredProperty } from '../../src/internal/deferred-property.js'

interface Entry {
  manager?: string
  fields?: { a?: number; b?: number }
  time?: string
}

const wanted = { manager: 'kubelet', fields: { a: 1 }, time: 'now' }

/** An object whose `fields` wait, and how often they were parsed. */
function make(): { readonly entry: Entry; readonly parsed: () => number } {
  let count = 0
  const property = new DeferredProperty('fields', (text) => {
    count++
    return JSON.parse(text)
  })
  const entry: Entry = { manager: 'kubelet' }
  property.define(entry, '{"a":1}')
  entry.time = 'now'
  return { entry, parsed: () => count }
}

describe('DeferredProperty', () => {
  test('parses once, when it is looked at', () => {
    const { entry, parsed } = make()
    expect(Object.keys(entry)).toEqual(['manager', 'fields', 'time'])
    expect(parsed()).toBe(0)
    expect(entry.fields).toEqual({ a: 1 })
    expect(entry.fields).toBe(entry.fields)
    expect(parsed()).toBe(1)
  })

  test('is a property like any other from then on', () => {
    const { entry } = make()
    const fields = entry.fields
    const { fields: described } = Object.getOwnPropertyDescriptors(entry)
    expect(described).toEqual({ value: fields, writable: true, enumerable: true, configurable: true })
  })

  test.each<[string, (entry: Entry) => unknown]>([
    ['a spread', (entry) => ({ ...entry })],
    ['Object.assign', (entry) => Object.assign({}, entry)],
    ['structuredClone', (entry) => structuredClone(entry)],
    ['JSON', (entry) => JSON.parse(JSON.stringify(entry))],
    ['entries', (entry) => Object.fromEntries(Object.entries(entry))],
    ['a proxy', (entry) => ({ ...new Proxy(entry, { get: (from, key, to) => Reflect.get(from, key, to) }) })],
    ['rest', ({ ...rest }) => rest],
  ])('%s sees the value', (_, copy) => {
    const copied = copy(make().entry)
    expect(copied).toStrictEqual(wanted)
    expect(Object.keys(copied as object)).toEqual(Object.keys(wanted))
  })

  test('comparisons see the value', () => {
    expect(make().entry).toStrictEqual(wanted)
    expect(wanted).toStrictEqual(make().entry)
    expect(isDeepStrictEqual(make().entry, wanted)).toBe(true)
    expect(isDeepStrictEqual(make().entry, { ...wanted, fields: { a: 2 } })).toBe(false)
  })

  test('can be assigned and deleted without being parsed', () => {
    const { entry, parsed } = make()
    entry.fields = { b: 2 }
    expect(entry).toStrictEqual({ ...wanted, fields: { b: 2 } })
    const other = make()
    delete other.entry.fields
    expect(other.entry).toStrictEqual({ manager: 'kubelet', time: 'now' })
    expect([parsed(), other.parsed()]).toEqual([0, 0])
  })

  test('keeps what is changed inside', () => {
    const { entry } = make()
    ;(entry.fields as { b?: number }).b = 2
    expect(entry.fields).toEqual({ a: 1, b: 2 })
  })

  test('frozen objects have one value, and do not take another', () => {
    const { entry, parsed } = make()
    Object.freeze(entry)
    expect(entry.fields).toEqual({ a: 1 })
    expect(entry.fields).toBe(entry.fields)
    expect(parsed()).toBe(1)
    expect(() => {
      entry.fields = {}
    }).toThrow(TypeError)
  })

  test('objects that inherit have the value and keep their own', () => {
    const { entry } = make()
    const heir: Entry = Object.create(entry)
    expect(heir.fields).toEqual({ a: 1 })
    const other: Entry = Object.create(make().entry)
    other.fields = { b: 2 }
    expect(other.fields).toEqual({ b: 2 })
    expect((Object.getPrototypeOf(other) as Entry).fields).toEqual({ a: 1 })
  })

  test('objects do not share values', () => {
    const property = new DeferredProperty('fields', (text) => JSON.parse(text))
    const [first, second]: [Entry, Entry] = [{}, {}]
    for (const each of [first, second]) property.define(each, '{"a":1}')
    ;(first.fields as { a: number }).a = 5
    expect(second.fields).toEqual({ a: 1 })
  })
})
