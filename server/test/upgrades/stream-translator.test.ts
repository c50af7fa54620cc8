import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { ClusterConnector } from '../../src/kinds/core/kubelet/connector.js'
import {
  asksForStreamClose,
  type RequestedStreams,
  translateStreams,
} from '../../src/kinds/core/kubelet/stream-translator.js'
import type { ResponseSink, ServerRequest, WebSocketConnection } from '../../src/request/http.js'
import { dataFrame, pingFrame, SpdyFrameReader } from '../../src/serving/spdy/frames.js'

// After streamtranslator_test.go of k8s.io/apiserver. kubectl and a kubelet in Go are in `../interop`.

/** Two ends of a connection. */
function connection(): [Duplex, Duplex] {
  const ends: Duplex[] = []
  const end = (other: () => Duplex): Duplex =>
    new Duplex({
      read() {},
      write(chunk, _encoding, done) {
        other().push(chunk)
        done()
      },
      destroy(_error, done) {
        if (!other().destroyed) setImmediate(() => other().destroy())
        this.push(null)
        done(null)
      },
    })
  ends.push(
    end(() => ends[1] as Duplex),
    end(() => ends[0] as Duplex),
  )
  return ends as [Duplex, Duplex]
}

/** What the other side of SPDY sees and does. */
class Kubelet {
  readonly connection: Duplex
  /** Ids of streams by their type. */
  readonly streams = new Map<string, number>()
  readonly received = new Map<number, string>()
  readonly ended = new Set<number>()
  readonly pings: number[] = []

  constructor(end: Duplex) {
    this.connection = end
    const reader = new SpdyFrameReader()
    let rest = Buffer.alloc(0)
    end.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 8) {
        const length = 8 + rest.readUIntBE(5, 3)
        if (rest.length < length) return
        const bytes = rest.subarray(0, length)
        rest = rest.subarray(length)
        if (bytes.readUInt32BE(0) === 0x8003_0001) this.#opened(bytes)
        else for (const frame of reader.push(bytes)) this.#take(frame)
      }
    })
  }

  send(stream: string, text: string, last = false): void {
    this.connection.write(dataFrame(this.streams.get(stream) as number, Buffer.from(text), last))
  }

  #opened(bytes: Buffer): void {
    const text = bytes.toString('latin1')
    const type = /streamtype\0\0\0.([a-z]+)/s.exec(text)?.[1] ?? ''
    this.streams.set(type, bytes.readUInt32BE(8))
  }

  #take(frame: ReturnType<SpdyFrameReader['push']>[number]): void {
    if (frame.type === 'ping') this.pings.push(frame.id)
    if (frame.type !== 'data') return
    this.received.set(frame.stream, (this.received.get(frame.stream) ?? '') + frame.payload.toString())
    if (frame.last) this.ended.add(frame.stream)
  }
}

/** A client with a web socket, and the kubelet that it is connected with. */
class Session {
  readonly kubelet: Kubelet
  readonly sent: Buffer[] = []
  readonly codes: number[] = []
  readonly done: Promise<void>
  asked: Parameters<ClusterConnector['upgrade']>[0] | undefined
  closed = false
  #say: (message: Uint8Array | undefined) => void = () => {}

  constructor(streams: Partial<RequestedStreams>, refusal?: { status: number; text: string }) {
    const [near, far] = connection()
    this.kubelet = new Kubelet(far)
    const upgrade: ClusterConnector['upgrade'] = async (asked) => {
      this.asked = asked
      if (refusal === undefined) return { switched: true, statusText: '', headers: {}, rawHeaders: [], stream: near }
      const body = (async function* () {
        yield Buffer.from(refusal.text)
      })()
      return { switched: false, status: refusal.status, headers: {}, body }
    }
    const waiting: (Uint8Array | undefined)[] = []
    let wake = () => {}
    this.#say = (message) => {
      waiting.push(message)
      wake()
    }
    const { sent } = this
    const socket = {
      protocol: 'v5.channel.k8s.io',
      messages: (async function* () {
        for (;;) {
          while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve))
          const message = waiting.shift()
          if (message === undefined) return
          yield message
        }
      })(),
      send: (data: Uint8Array) => sent.push(Buffer.from(data)) > 0,
      drained: async () => {},
      close: () => {
        this.closed = true
        this.#say(undefined)
      },
      closed: false,
    } as unknown as WebSocketConnection
    const request = {
      headers: { 'sec-websocket-protocol': 'v5.channel.k8s.io', 'user-agent': 'test' },
      upgrade: async () => socket,
      signal: new AbortController().signal,
    } as unknown as ServerRequest
    const response = {} as ResponseSink
    const wanted = { stdin: false, stdout: true, stderr: false, tty: false, ...streams }
    const target = { url: new URL('https://node:10250/exec/a/b/c'), connector: { upgrade } as ClusterConnector }
    this.done = translateStreams(target, { request, response, streams: wanted }, (code) => this.codes.push(code))
  }

  say(...bytes: (number | string)[]): void {
    this.#say(Buffer.concat(bytes.map((each) => (typeof each === 'number' ? Buffer.of(each) : Buffer.from(each)))))
  }

  leave(): void {
    this.#say(undefined)
  }

  /** What the client got on a channel. */
  on(channel: number): string {
    const pieces = this.sent.filter(([first]) => first === channel).map((each) => each.subarray(1))
    return Buffer.concat(pieces).toString()
  }

  async until(condition: () => boolean): Promise<void> {
    await expect.poll(condition, { timeout: 30_000, interval: 1 }).toBe(true)
  }

  /** The kubelet ends all that it sends. */
  async end(status: object | string): Promise<string> {
    const { kubelet } = this
    await this.until(() => kubelet.streams.has('stdout'))
    for (const stream of ['stdout', 'stderr']) if (kubelet.streams.has(stream)) kubelet.send(stream, '', true)
    kubelet.send('error', typeof status === 'string' ? status : JSON.stringify(status), true)
    await this.done
    return this.on(3)
  }
}

const success = { metadata: {}, status: 'Success' }

describe('a web socket that is translated', () => {
  it('is notified at once that it is open, and at the end that it succeeded', async () => {
    const session = new Session({ stderr: true })
    await session.until(() => session.kubelet.streams.has('stderr'))
    expect(session.sent[0]).toEqual(Buffer.of(1))
    session.kubelet.send('stdout', 'out')
    session.kubelet.send('stderr', 'bad')
    expect(JSON.parse(await session.end(success))).toEqual(success)
    expect([session.on(1), session.on(2)]).toEqual(['out', 'bad'])
    expect(session.asked).toMatchObject({ method: 'POST', headers: { upgrade: 'SPDY/3.1', 'user-agent': 'test' } })
    expect(session.asked?.headers['sec-websocket-protocol']).toBeUndefined()
    expect([...session.kubelet.streams.keys()]).toEqual(['error', 'stdout', 'stderr'])
    expect([session.codes, session.closed]).toEqual([[200], true])
    await session.until(() => session.kubelet.connection.destroyed)
  })

  it('sends what is typed, and that nothing follows', async () => {
    const session = new Session({ stdin: true })
    session.say(0, 'ty')
    session.say(0, 'ped')
    session.say(7, 'no such channel')
    session.say(255, 0)
    await session.until(() => session.kubelet.ended.size > 0)
    const stdin = session.kubelet.streams.get('stdin') as number
    expect(session.kubelet.received.get(stdin)).toBe('typed')
    expect([...session.kubelet.ended]).toEqual([stdin])
    await session.end(success)
  })

  it('sends sizes of a terminal, which has no stream for errors', async () => {
    const session = new Session({ stdin: true, stderr: true, tty: true })
    const size = '{"Width":80,"Height":25}'
    session.say(4, size)
    await session.until(() => session.kubelet.received.size > 0)
    expect(session.kubelet.received.get(session.kubelet.streams.get('resize') as number)).toBe(size)
    expect(session.kubelet.streams.has('stderr')).toBe(false)
    await session.end('')
    expect(JSON.parse(session.on(3))).toEqual(success)
  })

  const exit = (message: string) => ({
    status: 'Failure',
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message }] },
  })
  const internal = 'Internal error occurred: '

  it.each([
    [exit('7'), 'command terminated with non-zero exit code: command terminated with exit code 7', 200],
    [exit('x'), `${internal}error stream protocol error: invalid exit code value "x"`, 500],
    [
      { status: 'Failure', reason: 'NonZeroExitCode' },
      `${internal}error stream protocol error: details must be set`,
      500,
    ],
    [{ ...exit('7'), details: {} }, `${internal}error stream protocol error: no ExitCode cause given`, 500],
    [{ status: 'Failure', message: 'no such container' }, `${internal}no such container`, 500],
    [{ status: 'Odd' }, `${internal}error stream protocol error: unknown error`, 500],
    ['no status', `${internal}error stream protocol error: invalid status in "no status"`, 500],
  ])('is told how a command ended: %j', async (status, message, code) => {
    const session = new Session({})
    expect(JSON.parse(await session.end(status))).toMatchObject({ status: 'Failure', message })
    expect(session.codes).toEqual([code])
  })

  it('gets the error of the kubelet', async () => {
    const session = new Session({}, { status: 404, text: 'container not found' })
    await session.done
    const { message } = JSON.parse(session.on(3))
    expect(message).toBe(`${internal}unable to upgrade connection: container not found`)
    expect([session.codes, session.closed]).toEqual([[500], true])
  })

  it('ends the command when the client disconnects', async () => {
    const session = new Session({ stdin: true })
    await session.until(() => session.kubelet.streams.has('stdout'))
    session.leave()
    await session.done
    await session.until(() => session.kubelet.connection.destroyed)
    expect(session.codes).toEqual([200])
  })

  it('answers pings, and reads frames in pieces', async () => {
    const session = new Session({})
    await session.until(() => session.kubelet.streams.has('stdout'))
    const data = dataFrame(session.kubelet.streams.get('stdout') as number, Buffer.from('piece by piece'), false)
    for (const byte of Buffer.concat([pingFrame(2), data])) session.kubelet.connection.write(Buffer.of(byte))
    await session.until(() => session.on(1) === 'piece by piece')
    expect(session.kubelet.pings).toEqual([2])
    await session.end(success)
  })
})

describe('the protocol that closes single channels', () => {
  const request = (protocols: string, upgrade = true) =>
    ({
      headers: { 'sec-websocket-protocol': protocols },
      rawHeaders: ['sec-websocket-protocol', protocols],
      ...(upgrade && { upgrade: async () => undefined }),
    }) as unknown as ServerRequest

  it.each([
    ['v5.channel.k8s.io', true, true],
    ['v4.channel.k8s.io, v5.channel.k8s.io', true, true],
    ['v4.channel.k8s.io', true, false],
    ['', true, false],
    ['v5.channel.k8s.io', false, false],
  ])('is asked for by %j', (protocols, upgrade, asks) => {
    expect(asksForStreamClose(request(protocols, upgrade))).toBe(asks)
  })
})
