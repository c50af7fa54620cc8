import { createServer, type Server, type Socket } from 'node:net'
import { type Frame, frameOf, frameType } from '../../../src/internal/http2/frame.js'
import { FrameReader } from '../../../src/internal/http2/frame-reader.js'

const prefaceLength = 24

/** A server of HTTP/2 that says nothing of itself: the test writes its frames. */
export class RawPeer {
  readonly #server: Server
  readonly #frames: Frame[] = []
  readonly #sockets: Socket[] = []
  #arrived: () => void = () => undefined

  private constructor(server: Server) {
    this.#server = server
  }

  static async start(): Promise<RawPeer> {
    const server = createServer()
    const peer = new RawPeer(server)
    server.on('connection', (socket) => peer.#connected(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return peer
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  /** How many connections there were. */
  get connections(): number {
    return this.#sockets.length
  }

  /** The next frame of a type that the client sent. */
  async next(type: number): Promise<Frame> {
    for (;;) {
      const at = this.#frames.findIndex((frame) => frame.type === type)
      if (at >= 0) return this.#frames.splice(at, 1)[0]!
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
      })
    }
  }

  /** Sends bytes on the newest connection. */
  write(...bytes: readonly Buffer[]): void {
    this.#sockets.at(-1)?.write(Buffer.concat(bytes))
  }

  settings(payload = Buffer.alloc(0)): void {
    this.write(frameOf({ type: frameType.SETTINGS, flags: 0, stream: 0, payload }))
  }

  /** Ends the newest connection. */
  drop(): void {
    this.#sockets.at(-1)?.destroy()
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #connected(socket: Socket): void {
    this.#sockets.push(socket)
    const reader = new FrameReader((frame) => {
      this.#frames.push(frame)
      this.#arrived()
    })
    let toSkip = prefaceLength
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      const skipped = Math.min(toSkip, chunk.length)
      toSkip -= skipped
      reader.read(chunk.subarray(skipped))
    })
  }
}
