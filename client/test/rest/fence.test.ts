import { ConfigMap } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { Client } from '../../src/client/client.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'

/** A client of a server that counts, and answers 503 to the first requests. */
function clientOf({ busy = 0 } = {}) {
  const sent: string[] = []
  let left = busy
  const transport = new InProcessTransport(async ({ method }) => {
    sent.push(method)
    const refused = left-- > 0
    const json = refused
      ? { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 503 }
      : { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', namespace: 'default', resourceVersion: '1' } }
    const headers = { 'content-type': 'application/json', ...(refused && { 'retry-after': '0' }) }
    return { status: refused ? 503 : 200, headers, body: new TextEncoder().encode(JSON.stringify(json)) }
  })
  return { sent, client: Client.from({ transport, format: 'json' }) }
}

const map = () => new ConfigMap({ metadata: { name: 'a', namespace: 'default' } })
const closed = (): never => {
  throw new Error('closed')
}

describe('a fenced client', () => {
  it('sends no write that its fence refuses, and every read', async () => {
    const { client, sent } = clientOf()
    const fenced = client.fencedBy(closed)
    await expect(fenced.create(map())).rejects.toThrow('closed')
    await expect(fenced.update(map())).rejects.toThrow('closed')
    await expect(fenced.delete(map())).rejects.toThrow('closed')
    await expect(fenced.apply(map(), { fieldManager: 'f' })).rejects.toThrow('closed')
    await expect(fenced.pod('default', 'p').evict()).rejects.toThrow('closed')
    await fenced.get(ConfigMap, { name: 'a', namespace: 'default' })
    expect(sent).toEqual(['GET'])
    // The client that it comes from is not fenced.
    await client.create(map())
    expect(sent).toEqual(['GET', 'POST'])
  })

  it('asks its fence before each attempt', async () => {
    const { client, sent } = clientOf({ busy: 2 })
    let asked = 0
    const fenced = client.fencedBy(() => {
      if (++asked > 2) closed()
    })
    await expect(fenced.create(map())).rejects.toThrow('closed')
    expect(sent).toEqual(['POST', 'POST'])
  })

  it('keeps its fence when it is observed, and may have two', async () => {
    const { client, sent } = clientOf()
    const asked: string[] = []
    const fenced = client.fencedBy(() => void asked.push('outer')).fencedBy(() => void asked.push('inner'))
    const seen: string[] = []
    await fenced.observedBy((_object, { method }) => void seen.push(method)).create(map())
    expect([asked, seen, sent]).toEqual([['outer', 'inner'], ['POST'], ['POST']])
    await expect(
      client
        .fencedBy(closed)
        .observedBy(() => undefined)
        .create(map()),
    ).rejects.toThrow('closed')
    const observed = client.observedBy((_object, { method }) => void seen.push(`again ${method}`))
    await observed.fencedBy(() => undefined).create(map())
    expect(seen).toEqual(['POST', 'again POST'])
  })
})
