import { ConfigMap } from 'apimachinery/api/core/v1'
import { beforeEach, describe, expect, it } from 'vitest'
import { IndexedStore, namespaceIndex } from '../../src/cache/indexed-store.js'

const map = (name: string, users = '', namespace = 'ns') =>
  new ConfigMap({ metadata: { name, namespace }, data: { users } })
const byUser = (object: ConfigMap): string[] => (object.data?.users ?? '').split(',').filter((user) => user !== '')
const names = (found: readonly ConfigMap[]): string[] => found.map(({ metadata }) => metadata?.name ?? '').sort()

let store: IndexedStore<ConfigMap>
beforeEach(() => {
  store = new IndexedStore({ byUser })
  store.set(map('one', 'ernie,bert'))
  store.set(map('two', 'bert,oscar'))
  store.set(map('three', 'ernie,elmo', 'other'))
})

describe('IndexedStore', () => {
  it('finds objects under each of their values', () => {
    expect(names(store.byIndex('byUser', 'ernie'))).toEqual(['one', 'three'])
    expect(names(store.byIndex('byUser', 'bert'))).toEqual(['one', 'two'])
    expect(names(store.byIndex('byUser', 'nobody'))).toEqual([])
    expect(store.indexValues('byUser').sort()).toEqual(['bert', 'elmo', 'ernie', 'oscar'])
    expect(names(store.byIndex(namespaceIndex, 'other'))).toEqual(['three'])
  })

  it('moves an object between values when it changes', () => {
    expect(store.set(map('one', 'elmo'))?.data?.users).toBe('ernie,bert')
    expect(names(store.byIndex('byUser', 'ernie'))).toEqual(['three'])
    expect(names(store.byIndex('byUser', 'elmo'))).toEqual(['one', 'three'])
    expect(store.size).toBe(3)
  })

  it('drops values without users, and keeps those in use', () => {
    store.delete('ns/two')
    expect(store.indexValues('byUser').sort()).toEqual(['bert', 'elmo', 'ernie'])
    expect(names(store.byIndex('byUser', 'bert'))).toEqual(['one'])
    store.delete('ns/one')
    expect(store.indexValues('byUser').sort()).toEqual(['elmo', 'ernie'])
    expect(store.delete('ns/one')).toBeUndefined()
  })

  it('adds indices to what is there, and refuses a name that is taken', () => {
    store.addIndexers({ first: ({ metadata }) => [metadata?.name?.[0] ?? ''] })
    expect(names(store.byIndex('first', 't'))).toEqual(['three', 'two'])
    expect(() => store.addIndexers({ first: () => [] })).toThrow('there is an index first already')
    expect(() => store.byIndex('none', '')).toThrow('there is no index none')
    expect(store.indexNames()).toEqual([namespaceIndex, 'byUser', 'first'])
  })

  it('keeps an object whose index function throws, and reports it', () => {
    const errors: unknown[] = []
    const broken = new IndexedStore<ConfigMap>({ byUser, bad: () => raise() }, (error) => errors.push(error))
    broken.set(map('one', 'ernie'))
    expect(names(broken.byIndex('byUser', 'ernie'))).toEqual(['one'])
    expect(broken.indexValues('bad')).toEqual([])
    expect(errors).toHaveLength(1)
    expect(broken.delete('ns/one')).toBeDefined()
    expect(broken.size).toBe(0)
  })

  it('is not confused by values that objects of JavaScript have', () => {
    store.set(map('odd', '__proto__,constructor'))
    expect(names(store.byIndex('byUser', '__proto__'))).toEqual(['odd'])
    expect(names(store.byIndex('byUser', 'toString'))).toEqual([])
  })
})

function raise(): never {
  throw new Error('bad index')
}
