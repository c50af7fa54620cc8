import type { Writable } from 'node:stream'
import {
  defaultFrameSize,
  defaultWindow,
  frameFlag,
  frameOf,
  frameType,
  headerLength,
  largestWindow,
  writeFrameHeader,
} from './frame.js'
import { Http2Error } from './http2-error.js'
import type { Http2Stream } from './http2-stream.js'

/** Up to here it is cheaper to copy what is written than to hand it on in pieces. */
const smallWrite = 65_536

/** Writes frames to a socket: all of one turn together, and no more data than the peer takes. */
export class FrameSender {
  readonly #socket: Writable
  #out: Buffer[] = []
  #size = 0
  /** Largest content of a frame that the peer takes. */
  frameSize = defaultFrameSize
  #window = defaultWindow
  readonly #blocked = new Set<Http2Stream>()

  constructor(socket: Writable) {
    this.#socket = socket
  }

  send(frame: Buffer): void {
    // After what else this turn has to say.
    if (this.#out.length === 0) process.nextTick(this.flush)
    this.#out.push(frame)
    this.#size += frame.length
  }

  readonly flush = (): void => {
    const out = this.#out
    if (out.length === 0) return
    const size = this.#size
    this.#out = []
    this.#size = 0
    if (this.#socket.destroyed) return
    if (out.length === 1) this.#socket.write(out[0])
    else if (size <= smallWrite) this.#socket.write(Buffer.concat(out, size))
    else {
      this.#socket.cork()
      for (const each of out) this.#socket.write(each)
      this.#socket.uncork()
    }
  }

  /** Opens a stream with a block of headers, and what of its data can go at once. */
  open(stream: Http2Stream, block: Buffer): void {
    const { id: number, queue } = stream
    const [data] = queue
    const size = data?.length ?? 0
    const isWhole =
      queue.length === 1 &&
      block.length <= this.frameSize &&
      size <= Math.min(this.frameSize, this.#window, stream.sendWindow)
    if (!isWhole) {
      this.#sendHeaders(number, block, stream.isEnding && queue.length === 0)
      if (queue.length > 0) this.pump(stream)
      return
    }
    const frames = Buffer.allocUnsafe(2 * headerLength + block.length + size)
    const headers = { type: frameType.HEADERS, flags: frameFlag.END_HEADERS, stream: number, length: block.length }
    writeFrameHeader(frames, 0, headers)
    frames.set(block, headerLength)
    const at = headerLength + block.length
    const flags = stream.isEnding ? frameFlag.END_STREAM : 0
    writeFrameHeader(frames, at, { type: frameType.DATA, flags, stream: number, length: size })
    frames.set(data!, at + headerLength)
    queue.length = 0
    this.#charge(stream, size)
    stream.isEndSent = stream.isEnding
    this.send(frames)
  }

  /** Sends what of a stream's data the windows let through; the rest when they are wider. */
  pump(stream: Http2Stream): void {
    while (!stream.isClosed && stream.queue.length > 0) {
      const size = Math.min(this.frameSize, this.#window, stream.sendWindow)
      const next = stream.queue[0]!
      if (size <= 0 && next.length > stream.sent) {
        this.#blocked.add(stream)
        return
      }
      const payload = next.subarray(stream.sent, stream.sent + size)
      stream.sent += payload.length
      if (stream.sent === next.length) {
        stream.queue.shift()
        stream.sent = 0
      }
      this.#charge(stream, payload.length)
      stream.isEndSent = stream.isEnding && stream.queue.length === 0
      const flags = stream.isEndSent ? frameFlag.END_STREAM : 0
      this.send(frameOf({ type: frameType.DATA, flags, stream: stream.id, payload }))
    }
    this.#blocked.delete(stream)
  }

  forget(stream: Http2Stream): void {
    if (this.#blocked.size > 0) this.#blocked.delete(stream)
  }

  /** The peer takes more; without a stream: on all of them together. */
  widen(bytes: number, stream?: Http2Stream): void {
    if (stream === undefined) this.#window = widened(this.#window, bytes)
    else stream.sendWindow = widened(stream.sendWindow, bytes)
    for (const each of [...this.#blocked]) this.pump(each)
  }

  #charge(stream: Http2Stream, bytes: number): void {
    this.#window -= bytes
    stream.sendWindow -= bytes
  }

  #sendHeaders(stream: number, block: Buffer, end: boolean): void {
    const ending = end ? frameFlag.END_STREAM : 0
    for (let at = 0; at === 0 || at < block.length; at += this.frameSize) {
      const payload = block.subarray(at, at + this.frameSize)
      const last = at + this.frameSize >= block.length ? frameFlag.END_HEADERS : 0
      const type = at === 0 ? frameType.HEADERS : frameType.CONTINUATION
      this.send(frameOf({ type, flags: last | (at === 0 ? ending : 0), stream, payload }))
    }
  }
}

function widened(window: number, bytes: number): number {
  if (window + bytes > largestWindow) throw new Http2Error('FLOW_CONTROL_ERROR', 'a window that is too wide')
  return window + bytes
}
