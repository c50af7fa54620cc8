import { isDeepStrictEqual, types } from 'node:util'
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

/** Freezes an object, then everything its properties hold, symbols included. */
function freezeValues(object: object): void {
  Object.freeze(object)
  for (const key of Reflect.ownKeys(object)) {
    const value: unknown = Reflect.get(object, key)
    if (typeof value === 'object' && value !== null) freezeValues(value)
  }
}

/** The same without running anything of the object. */
function freezeDescribed(object: object): void {
  Object.freeze(object)
  for (const key of Reflect.ownKeys(object)) {
    const value: unknown = Object.getOwnPropertyDescriptor(object, key)?.value
    if (typeof value === 'object' && value !== null) freezeDescribed(value)
  }
}

function wrapped<T extends object>(object: T): T {
  return new Proxy(object, {
    get(from, key, to) {
      const value: unknown = Reflect.get(from, key, to)
      return typeof value === 'object' && value !== null ? wrapped(value) : value
    },
  })
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

  test('objects that inherit do not become owners by looking', () => {
    const { entry } = make()
    const heir: Entry = Object.create(entry)
    expect(heir.fields).toBe(entry.fields)
    expect(Object.keys(heir)).toEqual([])
  })

  test('sealed objects take another value', () => {
    const { entry } = make()
    Object.seal(entry)
    expect(entry.fields).toEqual({ a: 1 })
    entry.fields = { b: 2 }
    expect(entry).toStrictEqual({ ...wanted, fields: { b: 2 } })
  })

  test.each<[string, (entry: object) => void]>([
    ['by their values', freezeValues],
    ['by their descriptors', freezeDescribed],
  ])('can be read when all that objects refer to was frozen before, %s', (_, freeze) => {
    const { entry } = make()
    freeze(entry)
    expect(entry).toStrictEqual(wanted)
    expect(entry).toStrictEqual(wanted)
  })

  test('proxies that refuse changes can be read', () => {
    const { entry } = make()
    const refuse = (): never => {
      throw new Error('read only')
    }
    const view = new Proxy(entry, { set: refuse, defineProperty: refuse, deleteProperty: refuse })
    expect(view.fields).toEqual({ a: 1 })
    expect(view.fields).toBe(entry.fields)
  })

  test('proxies that wrap returned values do not change the object', () => {
    const { entry } = make()
    const view = wrapped(entry)
    expect({ ...view }).toStrictEqual(wanted)
    expect({ ...view }).toStrictEqual(wanted)
    expect(types.isProxy(entry.fields)).toBe(false)
    view.fields = { b: 2 }
    expect(entry).toStrictEqual({ ...wanted, fields: { b: 2 } })
  })

  test('copies by descriptors keep their value when the object changes', () => {
    const { entry } = make()
    const copy = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(entry)) as Entry
    delete entry.fields
    expect(copy).toStrictEqual(wanted)
    expect(entry).toStrictEqual({ manager: 'kubelet', time: 'now' })
    entry.fields = { b: 2 }
    expect(copy.fields).toEqual({ a: 1 })
  })

  test('a copy without the text says so', () => {
    const { entry } = make()
    const copy = Object.defineProperty({}, 'fields', Object.getOwnPropertyDescriptor(entry, 'fields') ?? {})
    expect(() => JSON.stringify(copy)).toThrow('fields: the property was copied without the text it is made of')
  })

  test.each<[string, (entry: Entry) => void]>([
    ['looked at', (entry) => void entry.fields],
    [
      'assigned',
      (entry) => {
        entry.fields = {}
      },
    ],
  ])('lets go of the text, and of the value, when it was %s', (_, use) => {
    const { entry } = make()
    use(entry)
    const [box] = Object.getOwnPropertySymbols(entry)
    expect(Object.getOwnPropertyDescriptor(entry, box as symbol)?.value).toBeUndefined()
  })

  test('can be defined again', () => {
    const property = new DeferredProperty('fields', (text) => JSON.parse(text))
    const entry: Entry = {}
    property.define(entry, '{"a":1}')
    property.define(entry, '{"b":2}')
    expect(entry.fields).toEqual({ b: 2 })
    property.define(entry, '{"a":1}')
    expect(entry.fields).toEqual({ a: 1 })
  })

  test('objects do not share values', () => {
    const property = new DeferredProperty('fields', (text) => JSON.parse(text))
    const [first, second]: [Entry, Entry] = [{}, {}]
    for (const each of [first, second]) property.define(each, '{"a":1}')
    ;(first.fields as { a: number }).a = 5
    expect(second.fields).toEqual({ a: 1 })
  })
})
