import { ConfigMap } from 'apimachinery/api/core/v1'
import { expect, it, vi } from 'vitest'
import { startInProcess } from './in-process.js'

it('the size of the objects of a resource is that of a few of them, however many there are', async () => {
  const { server, client } = await startInProcess({ bootstrap: { contents: 'namespaces' } })
  const data = { text: 'x'.repeat(500) }
  for (let i = 0; i < 40; i++)
    await client.create(new ConfigMap({ metadata: { name: `c-${i}`, namespace: 'default' }, data }))
  const sized = [...server.stores.counted()].find(({ resource }) => resource === 'configmaps')
  const list = vi.spyOn(server.stores.get('configmaps')!.storage, 'list')

  const bytes = await sized!.averageBytes()
  expect((await list.mock.results[0]!.value).items).toHaveLength(10)
  expect(bytes).toBeGreaterThan(500)
  expect(bytes).toBeLessThan(1000)
  expect(await sized!.count()).toBe(40)
  await server.stop()
})
