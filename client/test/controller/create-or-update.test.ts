import { ConfigMap, Namespace, Secret } from 'apimachinery/api/core/v1'
import { Unstructured } from 'apimachinery/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { applyOwned } from '../../src/controller/apply-owned.js'
import { createOrUpdate } from '../../src/controller/create-or-update.js'
import { startAPIServer, type TestAPIServer } from '../support/api-server.js'

let server: TestAPIServer
let client: Client
const namespace = 'test'
beforeAll(async () => {
  server = await startAPIServer()
  client = await server.client('in process')
  await client.create(new Namespace({ metadata: { name: namespace } }))
})
afterAll(() => server?.stop())
const map = (name: string) => new ConfigMap({ metadata: { name, namespace } })

describe('createOrUpdate', () => {
  it('creates, then updates, then leaves alone', async () => {
    const set = (value: string) => (object: ConfigMap) => {
      object.data = { value }
    }
    expect((await createOrUpdate(client, map('a'), set('1'))).result).toBe('created')
    const updated = await createOrUpdate(client, map('a'), set('2'))
    expect([updated.result, updated.object.data]).toEqual(['updated', { value: '2' }])
    const same = await createOrUpdate(client, map('a'), set('2'))
    expect([same.result, same.object.metadata?.resourceVersion]).toEqual([
      'unchanged',
      updated.object.metadata?.resourceVersion,
    ])
  })

  it('refuses to rename, and objects without a class', async () => {
    const rename = (object: ConfigMap): void => {
      object.metadata = { name: 'other', namespace }
    }
    await expect(createOrUpdate(client, map('b'), rename)).rejects.toMatchObject({ code: 'NameChanged' })
    await expect(
      createOrUpdate(client, new Unstructured({ metadata: { name: 'x' } }), () => undefined),
    ).rejects.toThrow('an object of a kind class')
  })
})

describe('applyOwned', () => {
  it('applies an object whose controller is the owner', async () => {
    const owner = await client.create(map('owner'))
    const object = new Secret({ metadata: { name: 'owned', namespace } })
    const applied = await applyOwned(client, owner, { object, fieldManager: 'test' })
    expect(applied.metadata?.ownerReferences).toMatchObject([{ kind: 'ConfigMap', name: 'owner', controller: true }])
    const other = await client.create(map('other-owner'))
    expect(() => applyOwned(client, other, { object: applied, fieldManager: 'test' })).toThrow('already owned')
  })
})
