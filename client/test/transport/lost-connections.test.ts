import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TLSMaterialSource } from '../../src/config/tls-material.js'
import { Connector } from '../../src/transport/connector.js'
import { NodeTransport } from '../../src/transport/node-transport.js'
import type { TransportResponse } from '../../src/transport/transport.js'
import { type TestCertificate, testCertificate } from '../support/certificate.js'
import { answerJSON, scriptedServer } from '../support/scripted-server.js'

let certificate: TestCertificate
const open: (() => unknown)[] = []

beforeAll(async () => {
  certificate = await testCertificate()
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

describe('a connection that is reset', () => {
  it('is detected where Node does not report it: two frames were written before the reset was read', async () => {
    const server = await scriptedServer(
      'h2',
      ({ url }, response) => {
        if (url === '/answer') answerJSON(response, {})
      },
      { certificate },
    )
    const transport = new NodeTransport({
      server: new URL(server.url),
      tls: new TLSMaterialSource({ caData: new TextEncoder().encode(certificate.cert) }),
    })
    open.push(
      () => server.close(),
      () => transport.close(),
    )
    const aborts = [new AbortController(), new AbortController()]
    const send = (path: string, signal?: AbortSignal): Promise<TransportResponse> =>
      transport.send({ method: 'GET', path, headers: {}, signal })
    const pending = [send('/a', aborts[0]?.signal), send('/b', aborts[1]?.signal), send('/c')]
    const outcomes = Promise.allSettled(pending)
    await expect.poll(() => server.requests.length).toBe(3)
    for (const socket of server.sockets) socket.resetAndDestroy()
    for (const each of aborts) each.abort(new Error('given up'))
    const answer = await send('/answer')
    expect(answer.status).toBe(200)
    await answer.body.bytes()
    expect(await outcomes).toMatchObject([
      { reason: { message: 'given up' } },
      { reason: { message: 'given up' } },
      { reason: { code: 'ConnectionLost' } },
    ])
    expect(transport.connections).toBe(1)
  })
})

describe('connecting', () => {
  const connectorTo = (server: string, options = {}): Connector =>
    new Connector({
      server: new URL(server),
      tls: new TLSMaterialSource({ caData: new TextEncoder().encode(certificate.cert) }),
      ...options,
    })
  /** A port that accepts connections and sends nothing. */
  async function silentPort(): Promise<number> {
    const sockets = new Set<Socket>()
    const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    open.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }

  it.each(['http', 'https'])('fails where a connection ends in the turn in which it opens: %s', async (scheme) => {
    const endAtOnce = (message: unknown): void => {
      const { socket } = message as { socket: Socket }
      socket.once('connect', () => socket.destroy())
    }
    subscribe('net.client.socket', endAtOnce)
    open.push(() => unsubscribe('net.client.socket', endAtOnce))
    const connector = connectorTo(`${scheme}://127.0.0.1:${await silentPort()}`)
    await expect(connector.connect(['h2'])).rejects.toMatchObject({ code: 'NotConnected' })
  })

  it.each([
    ['the server', (port: number) => connectorTo(`https://127.0.0.1:${port}`, { timeoutMilliseconds: 50 })],
    [
      'a proxy with TLS',
      (port: number) =>
        connectorTo('https://127.0.0.1:1', {
          proxy: new URL(`https://127.0.0.1:${port}`),
          timeoutMilliseconds: 50,
        }),
    ],
    [
      'a proxy',
      (port: number) =>
        connectorTo('https://127.0.0.1:1', { proxy: new URL(`http://127.0.0.1:${port}`), timeoutMilliseconds: 50 }),
    ],
  ])('has a limit where %s is silent', async (_, connectorOf) => {
    const connecting = connectorOf(await silentPort()).connect(['h2'])
    await expect(connecting).rejects.toMatchObject({
      code: 'NotConnected',
      message: expect.stringContaining('i/o timeout'),
    })
  })

  it('ends with close(), and does not begin after it', async () => {
    const connector = connectorTo(`https://127.0.0.1:${await silentPort()}`)
    const attempts = [connector.connect(['h2']), connector.connect(['h2'])].map((each) => each.catch((error) => error))
    connector.close()
    for (const attempt of attempts) expect(await attempt).toMatchObject({ code: 'Closed' })
    await expect(connector.connect(['h2'])).rejects.toMatchObject({ code: 'Closed' })
  })
})
