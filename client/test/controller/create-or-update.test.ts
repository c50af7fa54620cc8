import { ConfigMap, Namespace, Pod, Secret } from 'apimachinery/api/core/v1'
import { Unstructured } from 'apimachinery/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { applyOwned } from '../../src/controller/apply-owned.js'
import { createOrPatch } from '../../src/controller/create-or-patch.js'
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

describe('createOrPatch', () => {
  const pod = () => new Pod({ metadata: { name: 'a', namespace }, spec: { containers: [{ name: 'a', image: 'a' }] } })
  const label = (value: string) => (object: Pod) => {
    object.metadata!.labels = { value }
  }
  const condition = (reason: string) => (object: Pod) => {
    object.status = { ...object.status, reason }
  }

  it('creates, then patches the object, its status, or both, then leaves alone', async () => {
    expect((await createOrPatch(client, pod(), label('1'))).result).toBe('created')
    const updated = await createOrPatch(client, pod(), label('2'))
    expect([updated.result, updated.object.metadata?.labels]).toEqual(['updated', { value: '2' }])
    const status = await createOrPatch(client, pod(), condition('first'))
    expect([status.result, status.object.status?.reason]).toEqual(['updatedStatusOnly', 'first'])
    const both = await createOrPatch(client, pod(), (object) => {
      label('3')(object)
      condition('second')(object)
    })
    expect(both.result).toBe('updatedStatus')
    expect(both.object).toMatchObject({ metadata: { labels: { value: '3' } }, status: { reason: 'second' } })
    const same = await createOrPatch(client, pod(), label('3'))
    expect([same.result, same.object.metadata?.resourceVersion]).toEqual([
      'unchanged',
      both.object.metadata?.resourceVersion,
    ])
  })

  it('does not conflict with a write in between', async () => {
    const result = await createOrPatch(client, map('between'), () => undefined)
    expect(result.result).toBe('created')
    const patched = await createOrPatch(client, map('between'), async (object) => {
      const other = await client.get(ConfigMap, { namespace, name: 'between' })
      other.data = { theirs: '1' }
      await client.update(other)
      object.data = { ours: '2' }
    })
    expect(patched.object.data).toEqual({ theirs: '1', ours: '2' })
  })

  it('refuses to rename', async () => {
    const rename = (object: ConfigMap): void => {
      object.metadata = { name: 'other', namespace }
    }
    await expect(createOrPatch(client, map('c'), rename)).rejects.toMatchObject({ code: 'NameChanged' })
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
