import { testServerHooks } from '@apimachinery/server/testing'
import { ConfigMap } from 'apimachinery/api/core/v1'

const each = testServerHooks({ objects: [new ConfigMap({ metadata: { name: 'given', namespace: 'default' } })] })
const key = { namespace: 'default', name: 'given' }

test('a test has a server with what was given, and matchers from the preset', async () => {
  const found = await each.server.client.get(ConfigMap, key)
  expect(found).toEqualObject(found)
  await each.server.client.delete(found)
  const error = await each.server.client.get(ConfigMap, key).catch((thrown) => thrown)
  expect(error).toFailWithReason('NotFound')
})

test('the next test has one of its own', async () => {
  expect((await each.server.client.get(ConfigMap, key)).metadata.name).toBe('given')
})
