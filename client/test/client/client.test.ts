import { Deployment } from 'apimachinery/api/apps/v1'
import { ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import { Role } from 'apimachinery/api/rbac/v1'
import { isNotFound } from 'apimachinery/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client as BrowserClient } from '../../src/browser/index.js'
import { Client } from '../../src/index.js'
import { FetchTransport } from '../../src/transport/fetch-transport.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let client: Client
beforeAll(async () => {
  server = await startAPIServer()
  client = await server.client('in process')
  for (const namespace of ['one', 'two']) {
    await client.create(new Namespace({ metadata: { name: namespace } }))
    for (const name of ['a', 'b', 'c'])
      await client.create(new ConfigMap({ metadata: { name, namespace, labels: { name } } }))
  }
})
afterAll(() => server?.stop())

const names = (items: readonly ConfigMap[]) => items.map(({ metadata }) => metadata?.name)

describe('a client', () => {
  it('is an instance of Client, whoever made it', async () => {
    const transport = new FetchTransport({ server: 'https://localhost' })
    class Own extends Client {}
    for (const each of [
      Client.from({ transport }),
      BrowserClient.from({ transport }),
      client.observedBy(() => undefined),
      await Client.connect({ config: { host: 'https://localhost' } }),
    ]) {
      expect(each instanceof Client).toBe(true)
      expect(each instanceof BrowserClient).toBe(true)
      expect(each instanceof Own).toBe(false)
    }
    expect(({} as unknown) instanceof Client).toBe(false)
    expect((null as unknown) instanceof Client).toBe(false)
  })

  it('lists a kind, of one namespace or all, with options', async () => {
    expect(names((await client.list(ConfigMap, { namespace: 'one' })).items)).toEqual(['a', 'b', 'c'])
    const all = await client.list(ConfigMap, { labelSelector: 'name in (a, b)' })
    expect(names(all.items)).toEqual(['a', 'b', 'a', 'b'])
    expect(all.items[0]).toBeInstanceOf(ConfigMap)
  })

  it('lists in pages, by hand or by itself', async () => {
    const first = await client.list(ConfigMap, { namespace: 'two', limit: 2 })
    expect(names(first.items)).toEqual(['a', 'b'])
    const rest = await client.list(ConfigMap, { namespace: 'two', limit: 2, continue: first.metadata?.continue })
    expect(names(rest.items)).toEqual(['c'])
    const sizes: number[] = []
    for await (const { items } of client.pages(ConfigMap, { namespace: 'two', limit: 1 })) sizes.push(items.length)
    expect(sizes).toEqual([1, 1, 1])
  })

  it('deletes what is named by metadata alone, of every kind, and what was read', async () => {
    const metadata = { name: 'gone', namespace: 'one' }
    const spec = { selector: {}, template: { spec: { containers: [] } } }
    // The types of both must compile.
    for (const gone of [new ConfigMap({ metadata }), new Deployment({ metadata }), new Role({ metadata })]) {
      await expect(client.delete(gone)).rejects.toSatisfy(isNotFound)
    }
    // @ts-expect-error an object to write has all required fields
    expect(() => new Deployment({ metadata, spec: { replicas: 1 } })).not.toThrow()
    expect(new Deployment({ metadata, spec }).spec).toEqual(spec)
    const created = await client.create(new ConfigMap({ metadata }))
    await client.delete(new ConfigMap({ metadata }), { preconditions: { uid: created.metadata?.uid ?? '' } })
    await expect(client.delete(created)).rejects.toSatisfy(isNotFound)
  })

  it('watches a kind', async () => {
    const seen: unknown[] = []
    for await (const { type, object } of client.watch(ConfigMap, { namespace: 'one' })) {
      seen.push(`${type} ${object.metadata?.name}`)
      if (seen.length === 3) break
    }
    expect(seen).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
  })
})
