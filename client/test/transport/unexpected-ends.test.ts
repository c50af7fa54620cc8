import { EventEmitter, getEventListeners } from 'node:events'
import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { ConfigMap } from 'apimachinery/api/core/v1'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { Client } from '../../src/client/client.js'
import { TLSMaterialSource } from '../../src/config/tls-material.js'
import { abortWith } from '../../src/transport/abort-with.js'
import { AuthenticatingTransport } from '../../src/transport/authenticating-transport.js'
import { drained } from '../../src/transport/drained.js'
import { FetchTransport } from '../../src/transport/fetch-transport.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import { NodeTransport, type NodeTransportOptions } from '../../src/transport/node-transport.js'
import type { ResponseBody, Transport, WebSocketConnection } from '../../src/transport/transport.js'
import { type TestCertificate, testCertificate } from '../support/certificate.js'
import { answerJSON, type Script, scriptedServer } from '../support/scripted-server.js'

let certificate: TestCertificate
const open: (() => unknown)[] = []
const get = { method: 'GET', path: '/', headers: {} }

beforeAll(async () => {
  certificate = await testCertificate()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const close of open.splice(0).reverse()) await close()
})
function transportTo(server: string, options: Partial<NodeTransportOptions> = {}): NodeTransport {
  const tls = new TLSMaterialSource({ caData: new TextEncoder().encode(certificate.cert) })
  const transport = new NodeTransport({ server: new URL(server), tls, ...options })
  open.push(() => transport.close())
  return transport
}
async function rawServer(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    onSocket(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
async function webSocketServer(onOpen: (socket: WebSocket) => void, autoPong = true): Promise<string> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong })
  sockets.on('connection', (socket) => onOpen(socket.on('error', () => undefined)))
  await new Promise((resolve) => sockets.once('listening', resolve))
  open.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
  })
  return `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`
}

describe('HTTP/1.1', () => {
  it('an unrequested protocol switch is an error', async () => {
    const server = await rawServer((socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      ),
    )
    await expect(transportTo(server).send(get)).rejects.toMatchObject({ code: 'Protocol' })
  })
})

describe('HTTP/2', () => {
  async function start(script: Script): Promise<string> {
    const server = await scriptedServer('h2', script, { certificate })
    server.server.on('session', (session: ServerHttp2Session) => {
      session.settings({ initialWindowSize: 2 ** 30 })
      session.setLocalWindowSize(2 ** 30)
    })
    open.push(() => server.close())
    return server.url
  }

  it('sends unprocessed requests again, for any reason of GOAWAY', async () => {
    const seen: string[] = []
    const transport = transportTo(
      await start(({ method, raw }, response) => {
        seen.push(method)
        const { stream } = raw as unknown as { stream: ServerHttp2Stream }
        if (method === 'POST' && seen.length === 2) stream.session?.goaway(11, 1)
        else if (seen.length > 2) answerJSON(response, {})
      }),
    )
    const first = transport.send(get).catch((error: unknown) => error)
    await expect.poll(() => seen).toEqual(['GET'])
    const written = await transport.send({ ...get, method: 'POST', body: Uint8Array.of(1) })
    expect(written.status).toBe(200)
    expect(seen).toEqual(['GET', 'POST', 'POST'])
    expect(await first).toMatchObject({ code: 'ConnectionLost' })
  })

  it('reading ends with its signal although nothing can be sent any more', async () => {
    const upstream = new URL(
      await start(({ url }, response) => {
        if (url === '/big') return
        ;(response as { writeHead(status: number): void }).writeHead(200)
        ;(response as { write(text: string): void }).write('half')
      }),
    )
    let stalled: Socket | undefined
    let stall = (): void => undefined
    const link = await rawServer((socket) => {
      const to = connect(Number(upstream.port), '127.0.0.1').on('error', () => undefined)
      socket.pipe(to).pipe(socket)
      socket.once('close', () => to.destroy())
      stall = () => {
        socket.unpipe()
        stalled = socket.pause()
      }
    })
    const transport = transportTo(link.replace('http://127.0.0.1', 'https://localhost'))
    const program = new AbortController()
    const { body } = await transport.send({ ...get, signal: program.signal })
    const whole = body.bytes().catch((error: unknown) => error)
    stall()
    const end = new AbortController()
    const big = transport.send({ ...get, method: 'POST', path: '/big', body: new Uint8Array(64e6), signal: end.signal })
    // The link holds back what it got, and takes no more.
    await expect.poll(() => stalled?.readableLength).toBeGreaterThan(0)
    program.abort(new Error('late'))
    expect(await whole).toMatchObject({ message: 'late' })
    end.abort(new Error('enough'))
    await expect(big).rejects.toThrow('enough')
  })
})

describe('web sockets', () => {
  const upgrade = async (transport: Transport, signal?: AbortSignal): Promise<WebSocketConnection> =>
    (await transport.upgrade({ path: '/', headers: {}, protocols: [], signal })) as WebSocketConnection

  it('end with their transport', async () => {
    let there: WebSocket | undefined
    const transport = transportTo(await webSocketServer((socket) => (there = socket)))
    const { messages, closed } = await upgrade(transport)
    const reading = messages[Symbol.asyncIterator]()
      .next()
      .catch((error: unknown) => error)
    await transport.close()
    expect(await reading).toMatchObject({ code: 'Closed' })
    expect(await closed).toBe(1006)
    await expect.poll(() => there?.readyState).toBe(3)
  })

  it('are pinged, and closed when they do not respond', async () => {
    const watchdog = { webSocketPingMilliseconds: 10, webSocketSilenceMilliseconds: 50 }
    const transport = transportTo(await webSocketServer(() => undefined, false), { watchdog })
    const { messages } = await upgrade(transport)
    await expect(messages[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'ConnectionLost',
      message: expect.stringContaining('no answer to PING'),
    })
  })

  it('stay open as long as they answer', async () => {
    let pings = 0
    const watchdog = { webSocketPingMilliseconds: 5, webSocketSilenceMilliseconds: 60_000 }
    const server = await webSocketServer((socket) =>
      socket.on('ping', () => {
        if (++pings === 5) socket.send('still here')
      }),
    )
    const { messages } = await upgrade(transportTo(server, { watchdog }))
    const { value } = await messages[Symbol.asyncIterator]().next()
    expect(String(value)).toBe('still here')
  })

  it('hand messages over at once, wait while too much is on its way, and refuse them when they are closed', async () => {
    let release = (): void => undefined
    const received: number[] = []
    const server = await webSocketServer((socket) => {
      socket.pause()
      release = () => socket.resume()
      socket.on('message', (data: Buffer) => received.push(data.length))
    })
    const connection = await upgrade(transportTo(server))
    await connection.send(new Uint8Array(64e6))
    let waited = false
    const second = connection.send(new Uint8Array(1)).then(() => {
      waited = true
    })
    await new Promise((resume) => setImmediate(resume))
    expect(waited).toBe(false)
    release()
    await second
    await expect.poll(() => received).toEqual([64e6, 1])
    connection.close(1000)
    await connection.closed
    await expect(connection.send(new Uint8Array(1))).rejects.toMatchObject({ code: 'ConnectionLost' })
  })

  it('a refusal that never ends is read until the signal', async () => {
    const server = await rawServer((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 403 Forbidden\r\ncontent-length: 100\r\n\r\nno')),
    )
    const program = new AbortController()
    const answer = await transportTo(server).upgrade({ path: '/', headers: {}, protocols: [], signal: program.signal })
    if (!('refused' in answer)) throw new Error('it was not refused')
    const body = answer.refused.body.bytes()
    program.abort(new Error('late'))
    await expect(body).rejects.toThrow('late')
  })

  it('of the platform end at once with their signal and with their transport, and are not waited for when closed', async () => {
    class SilentSocket {
      readonly OPEN = 1
      readyState = 1
      bufferedAmount = 0
      protocol = ''
      onopen: () => void = () => undefined
      constructor() {
        sockets.push(this)
        setImmediate(() => this.onopen())
      }
      send(data: Uint8Array): void {
        this.bufferedAmount += data.length
      }
      close(): void {
        this.readyState = 2
      }
    }
    const sockets: SilentSocket[] = []
    vi.stubGlobal('WebSocket', SilentSocket)
    const transport = new FetchTransport({ server: 'https://kube' })
    const program = new AbortController()
    const [first, second, third] = [
      await upgrade(transport, program.signal),
      await upgrade(transport),
      await upgrade(transport),
    ]
    const reading = [first, second].map(({ messages }) =>
      messages[Symbol.asyncIterator]()
        .next()
        .catch((error: unknown) => error),
    )
    const sending = third.send(new Uint8Array(2e6))
    third.close()
    await expect(sending).rejects.toMatchObject({ code: 'ConnectionLost' })
    program.abort(new Error('enough'))
    expect(await reading[0]).toMatchObject({ message: 'enough' })
    await transport.close()
    expect(await reading[1]).toMatchObject({ code: 'Closed' })
    expect(sockets.map(({ readyState }) => readyState)).toEqual([2, 2, 2])
    await expect(upgrade(transport)).rejects.toMatchObject({ code: 'Closed' })
  })
})

describe('signals that live long', () => {
  /** Listeners, and signals that `AbortSignal.any` made, which Node 20 never forgets. */
  const burden = (signal: AbortSignal): number => {
    const derived = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'kDependantSignals')
    const signals = derived && (signal as unknown as Record<symbol, Set<unknown> | undefined>)[derived]
    return getEventListeners(signal, 'abort').length + (signals?.size ?? 0)
  }

  it('abort others until they are removed', () => {
    const outer = new AbortController()
    const [first, second, late] = [new AbortController(), new AbortController(), new AbortController()]
    const forget = abortWith(first, outer.signal)
    abortWith(second, outer.signal)
    abortWith(first, undefined)()
    forget()
    expect(burden(outer.signal)).toBe(1)
    outer.abort(new Error('enough'))
    abortWith(late, outer.signal)
    expect(first.signal.aborted).toBe(false)
    for (const { signal } of [second, late]) expect(signal.reason).toBe(outer.signal.reason)
  })

  it('keep nothing of watches that have ended', async () => {
    const { signal } = new AbortController()
    const event = '{"type":"ADDED","object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"m"}}}\n'
    const headers = { 'content-type': 'application/json' }
    const client = Client.from({
      transport: new InProcessTransport(async () => ({ status: 200, headers, body: new TextEncoder().encode(event) })),
    })
    for (let round = 0; round < 3; round++) {
      for await (const { object } of client.resource(ConfigMap).watch({ signal })) {
        expect(object.metadata?.name).toBe('m')
        expect(burden(signal)).toBeGreaterThan(0)
        break
      }
    }
    expect(burden(signal)).toBe(0)
  })

  it('keep nothing of requests by fetch, which end with their transport', async () => {
    const { signal } = new AbortController()
    const answers = [() => new Response('{}'), () => Promise.reject(new Error('gone')), () => new Response(null)]
    let seen: AbortSignal | undefined
    const transport = new FetchTransport({
      server: 'https://kube',
      fetch: (async (_url: string, init: RequestInit) => {
        seen = init.signal ?? undefined
        return answers.shift()?.() ?? new Response(new ReadableStream())
      }) as typeof fetch,
    })
    await (await transport.send({ ...get, signal })).body.bytes()
    await expect(transport.send({ ...get, signal })).rejects.toMatchObject({ code: 'ConnectionLost' })
    await (await transport.send({ ...get, signal })).body.bytes()
    expect(burden(signal)).toBe(0)
    await transport.send({ ...get, signal })
    await transport.close()
    expect(seen?.reason).toMatchObject({ code: 'Closed' })
    await expect(transport.send(get)).rejects.toMatchObject({ code: 'Closed' })
  })
})

describe('unread streams are closed', () => {
  it('an answer, when new credentials cannot be had', async () => {
    const cancel = vi.fn()
    const body = { cancel } as unknown as ResponseBody
    const refusal = { status: 401, headers: {}, body }
    const inner = {
      send: async () => refusal,
      upgrade: async () => ({ refused: refusal }),
      close: async () => undefined,
    }
    const transport = new AuthenticatingTransport(inner, {
      authorization: async () => 'Bearer old',
      renew: () => Promise.reject(new Error('the plugin failed')),
    })
    await expect(transport.send(get)).rejects.toThrow('the plugin failed')
    await expect(transport.upgrade({ path: '/', headers: {}, protocols: [] })).rejects.toThrow('the plugin failed')
    expect(cancel).toHaveBeenCalledTimes(2)
  })
})

describe('a full stream', () => {
  it.each(['drain', 'close', 'error'])('is waited for until %s, and keeps no listeners', async (event) => {
    const stream = Object.assign(new EventEmitter(), { write: () => false })
    const waiting = drained(stream)
    stream.emit(event)
    await waiting
    expect(stream.eventNames()).toEqual([])
  })

  it('that has closed is not waited for', async () => {
    await drained(Object.assign(new EventEmitter(), { write: () => false, destroyed: true }))
  })
})
