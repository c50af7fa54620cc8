import type { Client } from '@apimachinery/client'
import { addToScheme, Lease } from 'apimachinery/api/coordination/v1'
import { addToScheme as addCore, ConfigMap, Secret } from 'apimachinery/api/core/v1'
import { getName, type KindClass, type KubernetesObject, Scheme } from 'apimachinery/runtime'
import { afterEach, describe, expect, it } from 'vitest'
import { defineResource } from '../../src/registry/define-resource.js'
import { GroupServer } from '../../src/server/group-server.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function clientOf(...resources: ReturnType<typeof defineResource>[]): Promise<Client> {
  const scheme = new Scheme()
  addToScheme(scheme)
  addCore(scheme)
  const server = await GroupServer.start({ scheme, resources })
  const client = server.client()
  closing.push(
    () => server.stop(),
    () => client.close(),
  )
  return client
}

/** Creates an object, and reads it in every way. */
async function servesAll<T extends KubernetesObject>(client: Client, type: KindClass<T>, name: string): Promise<void> {
  const objects = client.resource(type).namespace('default')
  await objects.create({ metadata: { name } } as never)
  const names = async (options: object) => (await objects.list(options)).items.map(getName)
  expect(await names({})).toEqual([name])
  expect(await names({ resourceVersion: '0' })).toEqual([name])
  expect(await names({ limit: 1 })).toEqual([name])
  expect(await objects.get(name)).toMatchObject({ metadata: { name } })
  const events = objects.watch({ resourceVersion: '0' })
  expect((await events.next()).value).toMatchObject({ type: 'ADDED', object: { metadata: { name } } })
  events.stop()
  await objects.delete(name)
  expect(await names({})).toEqual([])
}

describe('a resource with keys of its own', () => {
  it.each(['leases', 'deep/down/leases', '/leases/'])('is listed and watched below %s', async (keyPrefix) => {
    await servesAll(await clientOf(defineResource(Lease, { keyPrefix }) as never), Lease, 'a')
  })

  it('is listed and watched in the core group, with and without a prefix', async () => {
    const resources = [defineResource(ConfigMap), defineResource(Secret, { keyPrefix: 'hidden/secrets' })]
    const client = await clientOf(...(resources as never[]))
    await servesAll(client, ConfigMap, 'a')
    await servesAll(client, Secret, 'b')
  })

  it.each(['', '/', '../leases', 'a//b', 'a/./b'])('is refused with the prefix %j', async (keyPrefix) => {
    await expect(clientOf(defineResource(Lease, { keyPrefix }) as never)).rejects.toThrow(
      `coordination.k8s.io/v1, Kind=Lease: keyPrefix ${JSON.stringify(keyPrefix)} is no key`,
    )
  })

  it.each([
    ['same', 'same'],
    ['a', 'a/b'],
  ])('is refused if its keys are among those of another one: %s and %s', async (first, second) => {
    const resources = [defineResource(ConfigMap, { keyPrefix: first }), defineResource(Secret, { keyPrefix: second })]
    await expect(clientOf(...(resources as never[]))).rejects.toThrow(/^the keys of .*, are among those of /)
    // What only begins alike is another key.
    await clientOf(
      ...([defineResource(ConfigMap, { keyPrefix: 'a' }), defineResource(Secret, { keyPrefix: 'ab' })] as never[]),
    )
  })
})
