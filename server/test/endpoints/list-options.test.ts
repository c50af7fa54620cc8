import { describe, expect, test } from 'vitest'
import type { WatchRequest } from '../../src/registry/resource-storage.js'
import { TestAPI } from './test-api.js'
import { Flunder } from './wardle.js'

/** What the storage is asked for by a request to flunders with a query. */
async function asked(query: string, path = 'flunders'): Promise<{ status: number; request: WatchRequest | undefined }> {
  let request: WatchRequest | undefined
  const note = (given: WatchRequest): void => {
    request = given
  }
  const storage = {
    type: Flunder,
    namespaced: true,
    async list(_context: unknown, given: WatchRequest) {
      note(given)
      return { items: [], resourceVersion: '7' }
    },
    async watch(_context: unknown, given: WatchRequest): Promise<never> {
      note(given)
      throw new Error('seen')
    },
  }
  const api = await TestAPI.start({}, { storage: { flunders: storage } })
  const { status } = await api.call('GET', `/apis/wardle.example.com/v1/namespaces/ns/${path}${query}`)
  return { status, request }
}

// Source: `ListResource` of k8s.io/apiserver/pkg/endpoints/handlers; `SetListOptionsDefaults` and `ValidateListOptions` of
// k8s.io/apimachinery/pkg/apis/meta/internalversion.
describe('the options of a list', () => {
  test.each([
    ['?limit=3', 3],
    ['?limit=0', 0],
    ['?limit=-1', 0],
    ['', undefined],
  ])('%j has the limit %s', async (query, limit) => {
    expect((await asked(query)).request?.limit).toBe(limit)
  })

  test('are those of the query', async () => {
    const { request } = await asked('?resourceVersion=5&resourceVersionMatch=Exact&limit=2&labelSelector=a%3Db')
    expect(request).toMatchObject({ resourceVersion: '5', resourceVersionMatch: 'Exact', limit: 2, watch: false })
    expect(String(request?.labelSelector)).toBe('a=b')
    expect(request?.fieldSelector).toBeUndefined()
    expect((await asked('?fieldSelector=metadata.name%3Dx&continue=t')).request).toMatchObject({ continue: 't' })
  })
})

describe('the initial events of a watch', () => {
  test.each([
    // Nobody asked for them, and a watch from any version begins with them.
    ['', true, true],
    ['resourceVersion=0', true, true],
    ['resourceVersion=5', undefined, false],
    ['sendInitialEvents=true&resourceVersionMatch=NotOlderThan', true, false],
    ['sendInitialEvents=false&resourceVersionMatch=NotOlderThan', false, false],
  ])('%j: %s, by default: %s', async (query, sendInitialEvents, initialEventsByDefault) => {
    const { request } = await asked(`?watch=true&${query}`)
    expect([request?.sendInitialEvents, request?.initialEventsByDefault]).toEqual([
      sendInitialEvents,
      initialEventsByDefault,
    ])
  })
})
