import type { WebSocketConnection } from '../transport/transport.js'
import { TransportError } from '../transport/transport-error.js'

/** The channels of a web socket: the first byte of each message. */
export const channels = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4, close: 255 } as const

/** Protocols for commands in containers, best first. Only the fifth can signal the end of the input. */
export const commandProtocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'] as const

/** The channel of a message. @throws TransportError for one that is empty */
export function channelOf(message: Uint8Array): number {
  const channel = message[0]
  if (channel === undefined) throw new TransportError('Protocol', 'a message without a channel')
  return channel
}

/** A web socket whose messages belong to channels. */
export class ChannelConnection {
  readonly #socket: WebSocketConnection

  constructor(socket: WebSocketConnection) {
    this.#socket = socket
  }

  /** Whether the other side understands that a channel has ended. */
  get canCloseChannels(): boolean {
    return this.#socket.protocol === 'v5.channel.k8s.io'
  }

  /** Resolves when the connection is closed. */
  get closed(): Promise<number> {
    return this.#socket.closed
  }

  send(channel: number, data: Uint8Array): Promise<void> {
    const message = new Uint8Array(data.length + 1)
    message[0] = channel
    message.set(data, 1)
    return this.#socket.send(message)
  }

  /** Signals the end of a channel. */
  async closeChannel(channel: number): Promise<void> {
    if (this.canCloseChannels) await this.send(channels.close, Uint8Array.of(channel))
  }

  /** The messages, of which the first byte is the channel: {@link channelOf}. Throws a TransportError when the connection breaks. */
  get messages(): AsyncIterable<Uint8Array> {
    return this.#socket.messages
  }

  close(): void {
    this.#socket.close(1000)
  }
}
