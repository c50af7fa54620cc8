import { Manager } from '@apimachinery/client/controller'
import { TestServer } from '@apimachinery/server/testing'
import { ConfigMap, Secret } from 'apimachinery/api/core/v1'
import { expect, test } from 'vitest'

test('every config map gets a secret', async () => {
  await using server = await TestServer.start()
  const manager = new Manager({ client: server.client })
  manager.controller(ConfigMap).reconcile(async ({ object, client }) => {
    const { name, namespace } = object?.metadata ?? {}
    await client.apply(new Secret({ metadata: { name, namespace } }), { fieldManager: 'operator' })
  })
  const stop = new AbortController()
  const running = manager.run(stop.signal)
  await server.client.create(new ConfigMap({ metadata: { name: 'web', namespace: 'default' } }))
  await manager.settled()
  expect((await server.client.get(Secret, { namespace: 'default', name: 'web' })).type).toBe('Opaque')
  stop.abort()
  await running
})
