import { ConfigMap } from 'apimachinery/api/core/v1'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/client/client.js'
import { NodeClient } from '../../src/client/node-client.js'
import { type TestCertificate, testCertificate } from '../support/certificate.js'
import { type FaultyProxy, faultyProxy } from '../support/faulty-proxy.js'
import {
  answerJSON,
  type Script,
  type ScriptedServer,
  type ServerFlavor,
  scriptedServer,
} from '../support/scripted-server.js'

const flavors: ServerFlavor[] = ['h2', 'https1', 'http1']
const map = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a' },
  data: { text: 'x'.repeat(50_000) },
}

describe.each(flavors)('faults of the network, over %s', (flavor) => {
  let certificate: TestCertificate
  let server: ScriptedServer
  let proxy: FaultyProxy
  let client: Client

  beforeAll(async () => {
    certificate = await testCertificate()
  })
  afterEach(async () => {
    await client?.close()
    await proxy?.close()
    await server?.close()
  })
  async function start(script: Script = (_, response) => answerJSON(response, map)): Promise<void> {
    server = await scriptedServer(flavor, script, { certificate })
    proxy = await faultyProxy(Number(new URL(server.url).port))
    const scheme = flavor === 'http1' ? 'http' : 'https'
    const tls = flavor === 'http1' ? undefined : { caData: new TextEncoder().encode(certificate.cert) }
    client = await NodeClient.connect({ config: { host: `${scheme}://localhost:${proxy.port}`, tls }, maxRetries: 0 })
  }
  const get = (options = {}): Promise<ConfigMap> => client.resource(ConfigMap).namespace('a').get('m', options)
  const create = (options = {}): Promise<ConfigMap> =>
    client.resource(ConfigMap).create(new ConfigMap({ metadata: { name: 'm', namespace: 'a' } }), options)

  it('slow bytes are waited for', async () => {
    await start()
    proxy.faults = { delay: 20 }
    expect((await get()).data?.text).toHaveLength(50_000)
  })

  it('an answer that is cut is an error, never half an object', async () => {
    await start()
    await get()
    proxy.cut()
    await expect.poll(() => proxy.counts.open).toBe(0)
    proxy.faults = { cutAfter: flavor === 'http1' ? 20_000 : 24_000 }
    await expect(get()).rejects.toMatchObject({ name: 'TransportError' })
    proxy.faults = {}
    expect((await get()).data?.text).toHaveLength(50_000)
  })

  it('bytes that are changed or repeated are an error where TLS is, and no hang', async () => {
    if (flavor === 'http1') return
    await start()
    for (const faults of [{ corruptAt: 6000 }, { replay: true }]) {
      proxy.faults = faults
      await expect(get({ timeoutMilliseconds: 3000 })).rejects.toMatchObject({ name: 'TransportError' })
      proxy.faults = {}
      expect((await get()).metadata?.name).toBe('m')
      proxy.cut()
    }
  })

  it('no call waits beyond the deadline when the other side is silent', async () => {
    await start()
    await get()
    proxy.faults = { dead: true }
    const started = performance.now()
    await expect(get({ timeoutMilliseconds: 100 })).rejects.toMatchObject({ code: 'DeadlineExceeded' })
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('a write that may have happened is not sent again', async () => {
    let writes = 0
    await start(({ method }, response) => {
      if (method === 'POST') {
        writes++
        proxy.cut()
      } else answerJSON(response, map)
    })
    const eager = await NodeClient.connect({
      config: {
        host: `${flavor === 'http1' ? 'http' : 'https'}://localhost:${proxy.port}`,
        tls: flavor === 'http1' ? undefined : { caData: new TextEncoder().encode(certificate.cert) },
      },
    })
    try {
      const error = await eager
        .resource(ConfigMap)
        .create(new ConfigMap({ metadata: { name: 'm', namespace: 'a' } }))
        .catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'TransportError', code: 'ConnectionLost' })
      // What were sent again would be answered before this.
      await eager.resource(ConfigMap).namespace('a').get('m')
      expect(writes).toBe(1)
    } finally {
      await eager.close()
    }
  })

  it('reports a server that is not reachable', async () => {
    await start()
    proxy.faults = { refuse: true }
    await expect(create({ timeoutMilliseconds: 3000 })).rejects.toMatchObject({ name: 'TransportError' })
    expect(server.requests).toHaveLength(0)
  })

  it('no handle is left after many connections were cut', async () => {
    await start()
    for (let round = 0; round < 60; round++) {
      const pending = Promise.allSettled([get(), get(), get()])
      if (round % 2 === 0) proxy.cut()
      await pending
    }
    await client.close()
    await expect.poll(() => proxy.counts.open).toBe(0)
    expect(proxy.counts.total).toBeGreaterThan(20)
    await expect.poll(() => server.sockets.size).toBe(0)
  })

  it('a watch resumes after every disconnect, without loss', async () => {
    const history = Array.from({ length: 40 }, (_, index) => index + 1)
    await start(({ url }, response) => {
      const from = Number(new URL(url, 'http://x').searchParams.get('resourceVersion') ?? '0')
      ;(response as { writeHead(status: number, headers: object): void }).writeHead(200, {
        'content-type': 'application/json',
      })
      const next = history.filter((version) => version > from).slice(0, 7)
      for (const version of next) {
        const object = { ...map, data: {}, metadata: { ...map.metadata, resourceVersion: String(version) } }
        ;(response as { write(text: string): void }).write(`${JSON.stringify({ type: 'MODIFIED', object })}\n`)
      }
      setTimeout(() => proxy.cut(), 5)
    })
    const seen: number[] = []
    for await (const { object } of client.resource(ConfigMap).watch({ resourceVersion: '0' })) {
      seen.push(Number(object.metadata?.resourceVersion))
      if (seen.length === history.length) break
    }
    expect(seen).toEqual(history)
  })
})
