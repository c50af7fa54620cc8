import type { Duplex } from 'node:stream'
import {
  contentOf,
  defaultWindow,
  type Frame,
  frameFlag,
  frameOf,
  frameType,
  largestWindow,
  numberFrame,
  setting,
  settingsFrame,
} from './frame.js'
import { FrameReader } from './frame-reader.js'
import { FrameSender } from './frame-sender.js'
import { HeaderDecoder } from './header-decoder.js'
import { type Http2Code, Http2Error, http2Code } from './http2-error.js'
import { Http2Stream, type StreamListener, streamWindow } from './http2-stream.js'
import { Keepalive, type KeepaliveTimes } from './keepalive.js'

const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1')
/** After so many bytes the peer is told that it may send more on all streams together. */
const windowStep = 64 * 1024 * 1024
const longestBlock = 1024 * 1024
const lastStream = 2 ** 31 - 1
const pingContent = Buffer.from('keepaliv', 'latin1')

/** What a connection tells its owner. */
export interface ConnectionHandlers {
  /** The peer speaks HTTP/2: streams can be opened. */
  ready(): void
  /** There may be room for streams again. */
  room(): void
  /** No more streams can be opened; those that there are go on. `pings`: the peer got too many. */
  draining(reason: { readonly pings: boolean }): void
  closed(error: Error): void
}

/** Streams over one socket. The peer's bytes are handled in the order in which they come. */
export class Http2Connection {
  readonly #socket: Duplex
  readonly #handlers: ConnectionHandlers
  readonly #sender: FrameSender
  readonly #reader = new FrameReader((frame) => this.#take(frame))
  readonly #decoder = new HeaderDecoder()
  readonly #keepalive: Keepalive
  readonly #streams = new Map<number, Http2Stream>()
  #next = 1
  #mostStreams = Number.POSITIVE_INFINITY
  #peerWindow = defaultWindow
  /** Received since the peer was last told that it may send more. */
  #received = 0
  #block: { readonly stream: number; readonly flags: number; readonly pieces: Buffer[]; size: number } | undefined
  #isReady = false
  #isDraining = false
  #isClosed = false

  constructor(socket: Duplex, options: { readonly keepalive: KeepaliveTimes } & ConnectionHandlers) {
    this.#socket = socket
    this.#handlers = options
    this.#sender = new FrameSender(socket)
    this.#keepalive = new Keepalive(options.keepalive, {
      isWaiting: () => this.#streams.size > 0,
      ping: () => this.#ping(),
      lost: () => this.close(new Error('no answer to a ping')),
    })
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', (error) => this.close(error))
    socket.on('close', () => this.close(new Error('the connection was closed')))
    this.#sender.send(preface)
    const settings = [
      [setting.ENABLE_PUSH, 0],
      [setting.INITIAL_WINDOW_SIZE, streamWindow],
    ] as const
    this.#sender.send(settingsFrame(settings))
    this.#sender.send(numberFrame(frameType.WINDOW_UPDATE, 0, largestWindow - defaultWindow))
    this.#sender.flush()
  }

  /** Whether a stream can be opened now. */
  get hasRoom(): boolean {
    return this.#isReady && !this.#isDraining && this.#streams.size < this.#mostStreams
  }

  get streams(): number {
    return this.#streams.size
  }

  /** Opens a stream with a block of headers; `data` is its whole content unless `isOpen`. */
  open(
    listener: StreamListener,
    block: Buffer,
    data: { readonly bytes: Buffer; readonly isOpen: boolean },
  ): Http2Stream {
    const stream = new Http2Stream(
      {
        id: this.#next,
        listener,
        isEnding: !data.isOpen,
        sendWindow: this.#peerWindow,
        receiveWindow: streamWindow,
      },
      this.#carrier,
    )
    this.#next += 2
    this.#streams.set(stream.id, stream)
    this.#keepalive.begin()
    if (data.bytes.length > 0) stream.queue.push(data.bytes)
    this.#sender.open(stream, block)
    if (this.#next > lastStream) this.#drain(false)
    return stream
  }

  /** Opens no more streams, and ends when those that there are have ended. */
  end(): void {
    this.#isDraining = true
    this.#endIfDone()
  }

  /** Ends the connection, and with it all streams. */
  close(error: Error, code: Http2Code = 'NO_ERROR'): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#keepalive.stop()
    if (!this.#socket.destroyed) {
      this.#sender.send(goAwayFrame(code))
      this.#sender.flush()
      this.#socket.destroy()
    }
    const streams = [...this.#streams.values()]
    this.#streams.clear()
    this.#handlers.closed(error)
    for (const stream of streams) {
      stream.isClosed = true
      stream.listener.lost(error)
    }
  }

  /** Frames of other types say nothing that matters here. */
  readonly #byType: Readonly<Record<number, (frame: Frame) => void>> = {
    [frameType.DATA]: (frame) => this.#data(frame),
    [frameType.HEADERS]: (frame) => this.#headers(frame),
    [frameType.CONTINUATION]: (frame) => this.#continued(frame),
    [frameType.RST_STREAM]: (frame) => this.#reset(frame),
    [frameType.SETTINGS]: (frame) => this.#settings(frame),
    [frameType.PING]: (frame) => this.#pinged(frame),
    [frameType.GOAWAY]: (frame) => this.#goAway(frame),
    [frameType.WINDOW_UPDATE]: (frame) => this.#windowUpdate(frame),
    [frameType.PUSH_PROMISE]: () => {
      throw protocol('a push, which was not allowed')
    },
  }

  readonly #carrier = {
    pump: (stream: Http2Stream): void => this.#sender.pump(stream),
    sendWindowUpdate: (stream: Http2Stream, bytes: number): void =>
      this.#sender.send(numberFrame(frameType.WINDOW_UPDATE, stream.id, bytes)),
    sendReset: (stream: Http2Stream, code: Http2Code): void => {
      this.#sender.send(numberFrame(frameType.RST_STREAM, stream.id, http2Code[code]))
      this.#forget(stream)
    },
  }

  #read(chunk: Buffer): void {
    this.#keepalive.heard()
    try {
      this.#reader.read(chunk)
    } catch (error) {
      if (!(error instanceof Http2Error)) throw error
      this.close(error, error.code)
    }
  }

  #take(frame: Frame): void {
    if (this.#isClosed) return
    if (this.#block !== undefined && frame.type !== frameType.CONTINUATION) throw protocol('headers without their end')
    if (!this.#isReady && frame.type !== frameType.SETTINGS) throw protocol('no settings at the start')
    this.#byType[frame.type]?.(frame)
  }

  #data(frame: Frame): void {
    const size = frame.payload.length
    this.#received += size
    if (this.#received >= windowStep) {
      this.#sender.send(numberFrame(frameType.WINDOW_UPDATE, 0, this.#received))
      this.#received = 0
    }
    const stream = this.#found(frame.stream)
    // What is left of a stream that was broken off is still on its way.
    if (stream === undefined) return
    stream.received(size)
    const content = contentOf(frame)
    if (content.length > 0) stream.listener.data(content)
    if (content.length < size) stream.grant(size - content.length)
    if ((frame.flags & frameFlag.END_STREAM) !== 0) this.#ended(stream)
  }

  #headers(frame: Frame): void {
    const content = contentOf(frame)
    const { stream, flags } = frame
    if ((flags & frameFlag.END_HEADERS) !== 0) this.#headersWhole(stream, flags, content)
    else this.#block = { stream, flags, pieces: [content], size: content.length }
  }

  #continued({ stream, flags, payload }: Frame): void {
    const block = this.#block
    if (block === undefined || block.stream !== stream) throw protocol('headers without a beginning')
    block.pieces.push(payload)
    block.size += payload.length
    if (block.size > longestBlock) throw new Http2Error('ENHANCE_YOUR_CALM', 'headers that are too long')
    if ((flags & frameFlag.END_HEADERS) === 0) return
    this.#block = undefined
    this.#headersWhole(stream, block.flags, Buffer.concat(block.pieces))
  }

  #headersWhole(id: number, flags: number, block: Buffer): void {
    // Later headers may refer to these, also where nobody wants them any more.
    const fields = this.#decoder.decode(block)
    const stream = this.#found(id)
    if (stream === undefined) return
    stream.listener.headers(fields)
    if ((flags & frameFlag.END_STREAM) !== 0) this.#ended(stream)
  }

  /** The stream of a frame; undefined where it has ended. */
  #found(id: number): Http2Stream | undefined {
    const stream = this.#streams.get(id)
    if (stream === undefined && (id % 2 === 0 || id >= this.#next)) throw protocol(`a frame for stream ${id}`)
    return stream
  }

  #ended(stream: Http2Stream): void {
    if (stream.isClosed) return
    // The peer has answered before it had everything, and does not want the rest.
    if (!stream.isEndSent) this.#sender.send(numberFrame(frameType.RST_STREAM, stream.id, http2Code.NO_ERROR))
    this.#forget(stream)
    stream.listener.ended()
  }

  #reset({ stream: id, payload }: Frame): void {
    if (payload.length !== 4) throw new Http2Error('FRAME_SIZE_ERROR', 'a reset of a wrong size')
    const stream = this.#found(id)
    if (stream === undefined) return
    const code = payload.readUInt32BE(0)
    this.#forget(stream)
    if (code === http2Code.REFUSED_STREAM) stream.listener.refused()
    else stream.listener.reset(code)
  }

  #settings({ flags, stream, payload }: Frame): void {
    if (stream !== 0) throw protocol('settings of a stream')
    if ((flags & frameFlag.ACK) !== 0) return
    if (payload.length % 6 !== 0) throw new Http2Error('FRAME_SIZE_ERROR', 'settings of a wrong size')
    for (let at = 0; at < payload.length; at += 6) this.#set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2))
    this.#sender.send(frameOf({ type: frameType.SETTINGS, flags: frameFlag.ACK, stream: 0, payload: Buffer.alloc(0) }))
    const isFirst = !this.#isReady
    this.#isReady = true
    if (isFirst) this.#handlers.ready()
    else this.#handlers.room()
  }

  #set(name: number, value: number): void {
    if (name === setting.MAX_CONCURRENT_STREAMS) this.#mostStreams = value
    else if (name === setting.MAX_FRAME_SIZE) {
      if (value < 2 ** 14 || value >= 2 ** 24) throw protocol(`frames of at most ${value} bytes`)
      this.#sender.frameSize = value
    } else if (name === setting.INITIAL_WINDOW_SIZE) {
      if (value > largestWindow) throw new Http2Error('FLOW_CONTROL_ERROR', 'a window that is too wide')
      const change = value - this.#peerWindow
      this.#peerWindow = value
      for (const stream of [...this.#streams.values()]) this.#sender.widen(change, stream)
    }
  }

  #pinged({ flags, payload }: Frame): void {
    if (payload.length !== 8) throw new Http2Error('FRAME_SIZE_ERROR', 'a ping of a wrong size')
    if ((flags & frameFlag.ACK) === 0)
      this.#sender.send(frameOf({ type: frameType.PING, flags: frameFlag.ACK, stream: 0, payload }))
  }

  #ping(): void {
    this.#sender.send(frameOf({ type: frameType.PING, flags: 0, stream: 0, payload: pingContent }))
  }

  #goAway({ payload }: Frame): void {
    if (payload.length < 8) throw new Http2Error('FRAME_SIZE_ERROR', 'a farewell of a wrong size')
    const last = payload.readUInt32BE(0) & 0x7fffffff
    const code = payload.readUInt32BE(4)
    const pings = code === http2Code.ENHANCE_YOUR_CALM && payload.subarray(8).toString('latin1') === 'too_many_pings'
    this.#drain(pings)
    for (const stream of [...this.#streams.values()]) {
      if (stream.id <= last) continue
      this.#forget(stream)
      stream.listener.refused()
    }
    this.#endIfDone()
  }

  #windowUpdate({ stream: id, payload }: Frame): void {
    if (payload.length !== 4) throw new Http2Error('FRAME_SIZE_ERROR', 'a window of a wrong size')
    const bytes = payload.readUInt32BE(0) & 0x7fffffff
    if (bytes === 0) throw protocol('a window that is no wider')
    const stream = id === 0 ? undefined : this.#found(id)
    if (id === 0 || stream !== undefined) this.#sender.widen(bytes, stream)
  }

  #drain(pings: boolean): void {
    if (this.#isDraining) return
    this.#isDraining = true
    this.#handlers.draining({ pings })
  }

  #forget(stream: Http2Stream): void {
    stream.isClosed = true
    this.#streams.delete(stream.id)
    this.#sender.forget(stream)
    if (this.#isDraining) this.#endIfDone()
    else this.#handlers.room()
  }

  #endIfDone(): void {
    if (this.#isDraining && this.#streams.size === 0) this.close(new Error('the connection was closed'))
  }
}

function protocol(what: string): Http2Error {
  return new Http2Error('PROTOCOL_ERROR', what)
}

function goAwayFrame(code: Http2Code): Buffer {
  const payload = Buffer.alloc(8)
  payload.writeUInt32BE(http2Code[code], 4)
  return frameOf({ type: frameType.GOAWAY, flags: 0, stream: 0, payload })
}
