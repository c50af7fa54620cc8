import { testServerFixtures } from '@apimachinery/server/testing'
import { test as base, expect } from '@playwright/test'
import { ConfigMap } from 'apimachinery/api/core/v1'

const given = new ConfigMap({ metadata: { name: 'given', namespace: 'default' } })
const test = base.extend(testServerFixtures({ objects: [given] }))
const key = { namespace: 'default', name: 'given' }

test('a test has a server with what was given', async ({ server }) => {
  await server.client.delete(await server.client.get(ConfigMap, key))
  await expect(server.client.get(ConfigMap, key)).rejects.toThrow('not found')
})

test('the next test has one of its own, which a browser reaches at a port', async ({ server }) => {
  expect((await server.client.get(ConfigMap, key)).metadata?.name).toBe('given')
  const { clusters } = JSON.parse(await server.kubeconfig())
  expect(new URL(clusters[0].cluster.server).hostname).toBe('127.0.0.1')
})
