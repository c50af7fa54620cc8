import { PassThrough } from 'node:stream'
import type { Exchange, ReceivedRequest, WebSocketConnection } from '../../request/http.js'
import { openWebSocket } from '../../request/open-web-socket.js'
import { drained } from '../../serving/drained.js'

/** The channel whose messages close others. */
const closeChannel = 255
const zero = 48

/** A web socket whose messages begin with the number of a channel: a byte, or a digit before base64. */
export class ChannelSocket {
  readonly #socket: WebSocketConnection
  readonly #isBase64: boolean
  readonly #incoming = new Map<number, PassThrough>()
  readonly #gone = new AbortController()

  private constructor(socket: WebSocketConnection) {
    this.#socket = socket
    this.#isBase64 = socket.protocol.includes('base64')
  }

  /** Opens one; `undefined` for a handshake that was refused. */
  static async open(
    exchange: Exchange<ReceivedRequest>,
    protocols: readonly string[],
  ): Promise<ChannelSocket | undefined> {
    const socket = await openWebSocket(exchange, { protocols })
    return socket && new ChannelSocket(socket)
  }

  get protocol(): string {
    return this.#socket.protocol
  }

  /** Aborted when the client is gone. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** What comes on a channel; others are passed over. */
  incoming(channel: number): AsyncIterable<Uint8Array> {
    const stream = new PassThrough()
    stream.on('error', () => {})
    this.#incoming.set(channel, stream)
    return stream
  }

  /** Reads what the client sends, once the channels are known. */
  async read(): Promise<void> {
    for await (const message of this.#socket.messages) {
      const bytes = typeof message === 'string' ? Buffer.from(message) : Buffer.from(message)
      const [first, second] = bytes
      if (first === undefined) continue
      if (!this.#isBase64 && first === closeChannel) this.#incoming.get(second ?? closeChannel)?.end()
      else await this.#take(this.#isBase64 ? first - zero : first, bytes.subarray(1))
    }
    for (const stream of this.#incoming.values()) stream.end()
    this.#gone.abort()
  }

  async send(channel: number, data: Uint8Array): Promise<void> {
    const sent = this.#isBase64
      ? String.fromCharCode(zero + channel) + Buffer.from(data).toString('base64')
      : Buffer.concat([Buffer.of(channel), data])
    if (!this.#socket.send(sent)) await this.#socket.drained()
  }

  close(): void {
    for (const stream of this.#incoming.values()) stream.destroy()
    this.#socket.close()
  }

  async #take(channel: number, bytes: Buffer): Promise<void> {
    const stream = this.#incoming.get(channel)
    if (stream === undefined || !stream.writable) return
    const data = this.#isBase64 ? Buffer.from(bytes.toString(), 'base64') : bytes
    if (!stream.write(data)) await drained(stream)
  }
}
