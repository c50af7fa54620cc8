import { Client } from '@apimachinery/client'
import { InProcessTransport } from '@apimachinery/client/transport'

import { ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { APIServer } from '../../src/kubernetes/api-server.js'
import { MemoryKV } from '../../src/storage/kv/memory/memory-kv.js'

let server: APIServer
let client: Client

beforeAll(async () => {
  // As etcd before 3.4.31 and 3.5.13 is.
  const kv = Object.defineProperty(new MemoryKV(), 'progressSupported', { value: false })
  server = await APIServer.start({ kv, admissionPlugins: { disable: ['ServiceAccount'] } })
  await server.ready()
  const authorization = `Bearer ${server.loopbackToken}`
  const transport = new InProcessTransport((request) =>
    server.generic.handleInProcess({ ...request, headers: { ...request.headers, authorization } }),
  )
  client = Client.from({ transport })
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

it.each([{}, { resourceVersion: '0' }])(
  'begins a watch without version where the store tells no progress: %o',
  async (options) => {
    const namespace = `n${options.resourceVersion ?? ''}`
    await client.create(new Namespace({ metadata: { name: namespace } }))
    await client.create(new ConfigMap({ metadata: { name: 'a', namespace } }))
    // The cache of config maps is behind the store from here on, and gets no progress notification.
    await client.create(new Namespace({ metadata: { name: `${namespace}-later` } }))
    const ending = new AbortController()
    const seen: string[] = []
    for await (const event of client
      .resource(ConfigMap)
      .namespace(namespace)
      .watch({ ...options, signal: ending.signal })) {
      seen.push(`${event.type} ${event.object.metadata?.name}`)
      if (seen.length === 2) break
      await client.create(new ConfigMap({ metadata: { name: 'b', namespace } }))
    }
    ending.abort()
    expect(seen).toEqual(['ADDED a', 'ADDED b'])
  },
)
