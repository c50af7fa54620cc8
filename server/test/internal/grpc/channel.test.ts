import { constants, type ServerHttp2Stream } from 'node:http2'
import { afterEach, describe, expect, it } from 'vitest'
import { GRPCChannel, type GRPCChannelOptions } from '../../../src/internal/grpc/grpc-channel.js'
import { grpcStatus } from '../../../src/internal/grpc/grpc-status.js'
import type { GRPCStream } from '../../../src/internal/grpc/grpc-stream.js'
import { MessageReader } from '../../../src/internal/grpc/message-reader.js'
import { encodeHeaders } from '../../../src/internal/http2/encode-headers.js'
import { frameOf, frameType, numberFrame } from '../../../src/internal/http2/frame.js'
import { RawPeer } from '../http2/raw-peer.js'
import { answer, answerOK, answerStatus, H2Server, text } from './h2-server.js'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function channelTo(address: string, options: Omit<GRPCChannelOptions, 'address'> = {}): GRPCChannel {
  const channel = new GRPCChannel({ address, ...options })
  ends.push(() => channel.close())
  return channel
}

async function startH2(...settings: Parameters<typeof H2Server.start>) {
  const server = await H2Server.start(...settings)
  ends.push(() => server.stop())
  return { server, channel: channelTo(server.address) }
}

async function startRaw(options: Omit<GRPCChannelOptions, 'address'> = {}) {
  const peer = await RawPeer.start()
  ends.push(() => peer.stop())
  return { peer, channel: channelTo(`127.0.0.1:${peer.port}`, options) }
}

const call = (channel: GRPCChannel, more: Partial<Parameters<GRPCChannel['call']>[0]> = {}) =>
  channel
    .call({ path: '/s/m', request: text('request'), timeout: 20_000, ...more })
    .then((bytes) => Buffer.from(bytes).toString())

/** The messages that a server receives on a stream. */
function onMessage(stream: ServerHttp2Stream, take: (message: Buffer) => void): void {
  const reader = new MessageReader()
  stream.on('data', (bytes: Buffer) => reader.read(bytes, take))
}

const unavailable = { code: grpcStatus.UNAVAILABLE }
const okHeaders = encodeHeaders([
  [':status', '200'],
  ['content-type', 'application/grpc'],
])
const okTrailers = encodeHeaders([['grpc-status', '0']])
const headersFrame = (stream: number, payload: Buffer, flags = 4) =>
  frameOf({ type: frameType.HEADERS, flags, stream, payload })
const dataFrame = (stream: number, hex: string, flags = 0) =>
  frameOf({ type: frameType.DATA, flags, stream, payload: Buffer.from(hex, 'hex') })
/** `ok`, whole. */
const okAnswer = (stream: number) =>
  Buffer.concat([
    headersFrame(stream, okHeaders),
    dataFrame(stream, '00000000026f6b'),
    headersFrame(stream, okTrailers, 5),
  ])

describe('a request', () => {
  it('says what gRPC asks for, its deadline and its metadata', async () => {
    const { server, channel } = await startH2()
    let seen: unknown
    server.onCall = (served) => {
      seen = served.headers
      onMessage(served.stream, (message) => answer(served, [message]))
    }
    expect(await call(channel, { metadata: { token: 't'.repeat(20_000) }, timeout: 1_000_000_000 })).toBe('request')
    expect(seen).toMatchObject({
      ':method': 'POST',
      ':path': '/s/m',
      ':authority': server.address,
      'content-type': 'application/grpc',
      te: 'trailers',
      'grpc-timeout': '1000000S',
      token: 't'.repeat(20_000),
    })
    expect(await call(channel, { timeout: 4321 })).toBe('request')
    expect(Number.parseInt((seen as Record<string, string>)['grpc-timeout']!, 10)).toBeLessThanOrEqual(4321)
    await expect(call(channel, { metadata: { token: 'ü' } })).rejects.toMatchObject({ code: grpcStatus.INTERNAL })
  })

  it('and its answer may be of any size', async () => {
    const { server, channel } = await startH2({ initialWindowSize: 65_535 })
    server.onCall = (served) => onMessage(served.stream, (message) => answer(served, [message]))
    const request = Buffer.alloc(3_000_000, 'abcdefg')
    const [large, small] = await Promise.all([channel.call({ path: '/s/m', request, timeout: 20_000 }), call(channel)])
    expect(Buffer.compare(large, request)).toBe(0)
    expect(small).toBe('request')
  })

  it('waits where the server takes no more at once', async () => {
    const { server, channel } = await startH2({ maxConcurrentStreams: 2 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(channel)))
    expect(answers).toEqual(Array.from({ length: 20 }, () => 'ok'))
    expect(server.mostAtOnce).toBe(2)
    expect(server.connections).toBe(1)
  })

  it('that is given up is broken off', async () => {
    const { server, channel } = await startH2()
    const code = (start: () => Promise<unknown>) =>
      new Promise<number | undefined>((resolve) => {
        server.onCall = ({ stream }) => stream.on('close', () => resolve(stream.rstCode))
        start().catch(() => undefined)
      })
    const abort = new AbortController()
    let aborted: Promise<string> | undefined
    const broken = code(() => {
      aborted = call(channel, { signal: abort.signal })
      return aborted
    })
    server.onCall = ((onCall) => (served) => {
      onCall(served)
      abort.abort(new Error('enough'))
    })(server.onCall)
    expect(await broken).toBe(constants.NGHTTP2_CANCEL)
    await expect(aborted).rejects.toThrow('enough')
    expect(await code(() => call(channel, { timeout: 20 }))).toBe(constants.NGHTTP2_CANCEL)
    await expect(call(channel, { timeout: 20 })).rejects.toMatchObject({ code: grpcStatus.DEADLINE_EXCEEDED })
  })

  it('does not end before its trailers are there', async () => {
    const { server, channel } = await startH2()
    const served = new Promise<ServerHttp2Stream>((resolve) => {
      server.onCall = ({ stream }) => resolve(stream)
    })
    const running = call(channel)
    const stream = await served
    stream.respond({ ':status': 200 }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '14', 'grpc-message': 'after all' }))
    stream.write(Buffer.from('00000000026f6b', 'hex'))
    const outcome = running.then(
      () => 'answered',
      ({ details }) => details,
    )
    server.onCall = answerOK
    // On the same connection, after the first one's message.
    expect(await call(channel)).toBe('ok')
    stream.end()
    expect(await outcome).toBe('after all')
  })

  it.each([
    ['01000000026f6b', grpcStatus.UNIMPLEMENTED],
    ['02000000026f6b', grpcStatus.INTERNAL],
    ['00000000026f6b00000000026f6b', grpcStatus.UNIMPLEMENTED],
    ['00000000026f', grpcStatus.INTERNAL],
    ['', grpcStatus.UNIMPLEMENTED],
  ])('is not answered by %j: status %i', async (data, code) => {
    const { peer, channel } = await startRaw()
    const running = call(channel)
    running.catch(() => undefined)
    await peer.next(frameType.SETTINGS)
    peer.settings()
    const { stream } = await peer.next(frameType.HEADERS)
    peer.write(headersFrame(stream, okHeaders), dataFrame(stream, data), headersFrame(stream, okTrailers, 5))
    await expect(running).rejects.toMatchObject({ code })
  })

  it('is read from headers in pieces, with interim ones before them, padding and unknown frames', async () => {
    const { peer, channel } = await startRaw()
    const running = call(channel)
    await peer.next(frameType.SETTINGS)
    peer.settings()
    const { stream } = await peer.next(frameType.HEADERS)
    peer.write(
      headersFrame(stream, encodeHeaders([[':status', '103']])),
      headersFrame(stream, okHeaders.subarray(0, 3), 0),
      frameOf({ type: frameType.CONTINUATION, flags: 4, stream, payload: okHeaders.subarray(3) }),
      frameOf({ type: 0x77, flags: 255, stream, payload: Buffer.alloc(10) }),
      dataFrame(stream, '0200000000026f0000', 8),
      dataFrame(stream, '6b'),
      headersFrame(stream, okTrailers, 5),
    )
    expect(await running).toBe('ok')
  })
})

describe('a connection', () => {
  it('that is lost takes its calls with it, and the next call makes another', async () => {
    const { server, channel } = await startH2()
    server.onCall = ({ stream }) => {
      stream.respond({ ':status': 200 })
      // The first half of a message.
      stream.write(Buffer.from('0000000100aa', 'hex'), () => stream.session?.destroy())
    }
    await expect(call(channel)).rejects.toMatchObject({ ...unavailable, details: /^Connection dropped/ })
    server.onCall = answerOK
    expect(await call(channel)).toBe('ok')
    expect(server.connections).toBe(2)
  })

  it('that cannot be made fails calls that were not sent, at once until it is time to try again', async () => {
    const channel = channelTo('127.0.0.1:1')
    const details = /^No connection established. Last error: connect ECONNREFUSED/
    await expect(call(channel)).rejects.toMatchObject({ ...unavailable, details })
    await expect(call(channel)).rejects.toMatchObject({ ...unavailable, details })
    await expect(call(channelTo('unix:/does/not/exist'))).rejects.toMatchObject({ ...unavailable, details: /ENOENT/ })
    await expect(call(channelTo('not an address'))).rejects.toMatchObject({ ...unavailable, details: /^No connection/ })
  })

  it('that says farewell ends when its calls have ended; others go on over the next one', async () => {
    const { server, channel } = await startH2()
    let finish: () => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      server.onCall = (served) => {
        finish = () => answerOK(served)
        served.stream.session?.goaway(0)
        resolve()
      }
    })
    const running = call(channel)
    await begun
    server.onCall = answerOK
    await expect.poll(() => call(channel).then(() => server.connections)).toBe(2)
    finish()
    expect(await running).toBe('ok')
  })

  it('sends again what a farewell or a refusal says was not seen, once', async () => {
    const { peer, channel } = await startRaw()
    const running = call(channel)
    await peer.next(frameType.SETTINGS)
    peer.settings()
    await peer.next(frameType.HEADERS)
    peer.write(frameOf({ type: frameType.GOAWAY, flags: 0, stream: 0, payload: Buffer.alloc(8) }))
    await peer.next(frameType.SETTINGS)
    await expect.poll(() => peer.connections).toBe(2)
    peer.settings()
    const { stream } = await peer.next(frameType.HEADERS)
    peer.write(okAnswer(stream))
    expect(await running).toBe('ok')

    const refused = call(channel)
    for (let time = 0; time < 2; time++) {
      const { stream: id } = await peer.next(frameType.HEADERS)
      peer.write(numberFrame(frameType.RST_STREAM, id, constants.NGHTTP2_REFUSED_STREAM))
    }
    await expect(refused).rejects.toMatchObject({ ...unavailable, details: 'Stream refused by server' })
  })

  it('whose server answers no pings is given up', async () => {
    const { peer, channel } = await startRaw({ keepaliveTime: 20, keepaliveTimeout: 20 })
    const running = call(channel)
    await peer.next(frameType.SETTINGS)
    peer.settings()
    await peer.next(frameType.HEADERS)
    await peer.next(frameType.PING)
    await expect(running).rejects.toMatchObject({ ...unavailable, details: 'Connection dropped: no answer to a ping' })
  })

  it('answers pings', async () => {
    const { peer, channel } = await startRaw()
    const running = call(channel)
    await peer.next(frameType.SETTINGS)
    peer.settings()
    const { stream } = await peer.next(frameType.HEADERS)
    const payload = Buffer.from('12345678')
    peer.write(frameOf({ type: frameType.PING, flags: 0, stream: 0, payload }))
    expect(await peer.next(frameType.PING)).toMatchObject({ flags: 1, payload })
    peer.write(okAnswer(stream))
    expect(await running).toBe('ok')
  })

  it.each([
    ['a frame that is too large', '00400100000000000100'],
    ['bytes that are no frames', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n').toString('hex')],
    ['data for a stream that was never opened', '0000010000000000ff00'],
    ['data for no stream', '00000100000000000000'],
    ['a push', '00000405000000000100000002'],
    ['a reset of a wrong size', '0000010300000000010a'],
    ['settings of a wrong size', '00000104000000000001'],
    ['settings of a stream', '000000040000000001'],
    ['a ping of a wrong size', '00000106000000000001'],
    ['a window that is no wider', '00000408000000000000000000'],
    ['a window that is too wide', '0000040800000000007fffffff'],
    ['headers that refer to nothing', '000001010400000001ff'],
    ['headers without a beginning', '000001090400000001aa'],
    ['headers without their end', '00000101000000000188000000060000000000'],
    ['a farewell of a wrong size', '00000107000000000001'],
    ['frames of a wrong size', '000006040000000000000500000001'],
  ])('ends after %s, and the next call makes another', async (_, bytes) => {
    const { peer, channel } = await startRaw()
    const running = call(channel)
    running.catch(() => undefined)
    await peer.next(frameType.SETTINGS)
    peer.settings()
    await peer.next(frameType.HEADERS)
    peer.write(Buffer.from(bytes, 'hex'))
    expect((await peer.next(frameType.GOAWAY)).payload.readUInt32BE(4)).not.toBe(0)
    await expect(running).rejects.toMatchObject(unavailable)
    const next = call(channel)
    await expect.poll(() => peer.connections).toBe(2)
    await peer.next(frameType.SETTINGS)
    peer.settings()
    peer.write(okAnswer((await peer.next(frameType.HEADERS)).stream))
    expect(await next).toBe('ok')
  })

  it('is not used before the server has said that it speaks HTTP/2', async () => {
    const { peer, channel } = await startRaw()
    const running = call(channel)
    running.catch(() => undefined)
    await peer.next(frameType.SETTINGS)
    peer.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await expect(running).rejects.toMatchObject({ ...unavailable, details: /^No connection established/ })
  })

  it('is closed without anything left, after the calls that were sent', async () => {
    const { server, channel } = await startH2()
    const served = new Promise<() => void>((resolve) => {
      server.onCall = (call) => resolve(() => answerOK(call))
    })
    const running = call(channel)
    const finish = await served
    channel.close()
    await expect(call(channel)).rejects.toMatchObject(unavailable)
    finish()
    expect(await running).toBe('ok')
    await expect.poll(() => server.session).toBe(undefined)
  })
})

describe('a stream of messages', () => {
  /** Collects what a stream gives. */
  function open(channel: GRPCChannel) {
    const messages: string[] = []
    let ended: (error: unknown) => void = () => undefined
    const end = new Promise((resolve) => {
      ended = resolve
    })
    const stream: GRPCStream = channel.stream(
      '/s/stream',
      {},
      {
        message: (bytes) => void messages.push(Buffer.from(bytes).toString()),
        ended: (error) => ended(error),
      },
    )
    return { stream, messages, end }
  }

  it('goes both ways until one side has enough', async () => {
    const { server, channel } = await startH2()
    server.onCall = (served) => {
      served.stream.respond({ ':status': 200 })
      onMessage(served.stream, (message) => served.stream.write(Buffer.concat([Buffer.of(0, 0, 0, 0, 1), message])))
    }
    const { stream, messages } = open(channel)
    stream.write(text('a'))
    stream.write(text('b'))
    await expect.poll(() => messages).toEqual(['a', 'b'])
    stream.cancel()
    stream.write(text('c'))
    server.onCall = answerOK
    expect(await call(channel)).toBe('ok')
    expect(messages).toEqual(['a', 'b'])
  })

  it('ends with the status of the server, and where its reader fails', async () => {
    const { server, channel } = await startH2()
    server.onCall = (served) => answerStatus(served, { 'grpc-status': '14', 'grpc-message': 'etcdserver: no leader' })
    const first = open(channel)
    first.stream.write(text('a'))
    expect(await first.end).toMatchObject({ ...unavailable, details: 'etcdserver: no leader' })
    server.onCall = (served) => answer(served, [text('b')])
    const second = open(channel)
    second.stream.write(text('a'))
    expect(await second.end).toBe(undefined)
    const failed = new Promise((resolve) => {
      const stream = channel.stream(
        '/s/stream',
        {},
        {
          message: () => {
            throw new Error('unreadable')
          },
          ended: resolve,
        },
      )
      stream.write(text('a'))
    })
    expect(await failed).toMatchObject({ code: grpcStatus.INTERNAL, details: 'unreadable' })
  })

  it('holds the server back while its reader has enough, and others not', async () => {
    const { server, channel } = await startH2()
    let sent = 0
    let isBlocked = false
    server.onCall = ({ stream }) => {
      stream.respond({ ':status': 200 })
      const message = Buffer.concat([Buffer.from('0000010000', 'hex'), Buffer.alloc(65_536, 'x')])
      const more = (): void => {
        if (sent === 200) return
        sent++
        isBlocked = true
        stream.write(message, () => {
          isBlocked = false
          more()
        })
      }
      more()
    }
    const { stream, messages } = open(channel)
    stream.write(text('go'))
    stream.pause()
    await expect.poll(() => isBlocked && sent > 10).toBe(true)
    server.onCall = answerOK
    for (let time = 0; time < 5; time++) expect(await call(channel)).toBe('ok')
    expect(sent).toBeLessThan(100)
    expect(messages).toEqual([])
    stream.resume()
    await expect.poll(() => messages.length).toBe(200)
  })

  it('has given its messages when a call is answered whose answer came after them', async () => {
    const { peer, channel } = await startRaw()
    const order: string[] = []
    const stream = channel.stream(
      '/s/stream',
      {},
      { message: (bytes) => void order.push(String(bytes[0])), ended: () => undefined },
    )
    stream.write(text('go'))
    const running = call(channel).then(() => order.push('answer'))
    await peer.next(frameType.SETTINGS)
    peer.settings()
    const watching = await peer.next(frameType.HEADERS)
    const asking = await peer.next(frameType.HEADERS)
    const event = (byte: string) => dataFrame(watching.stream, `0000000001${byte}`)
    peer.write(headersFrame(watching.stream, okHeaders), event('01'), okAnswer(asking.stream), event('02'))
    await running
    expect(order).toEqual(['1', '2', 'answer'])
  })
})
