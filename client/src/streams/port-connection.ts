import { MachineryError } from 'apimachinery/errors'
import { MessageQueue } from '../transport/message-queue.js'
import { TransportError } from '../transport/transport-error.js'
import { type ChannelConnection, channelOf } from './channel-connection.js'

const dataChannel = 0
const errorChannel = 1

/** A connection to a port of a pod. Each channel begins with the number of the port. */
export class PortConnection {
  /** The data from the pod; ends when the pod closes the connection, throws the error that the pod reports. */
  readonly readable: AsyncIterable<Uint8Array>
  readonly #connection: ChannelConnection
  readonly #data = new MessageQueue<Uint8Array>()
  #seen = 0

  constructor(connection: ChannelConnection, port: number) {
    this.#connection = connection
    this.readable = this.#data
    this.#receive(port).then(
      () => this.#data.end(),
      (error: unknown) => this.#data.end(error),
    )
  }

  write(data: Uint8Array): Promise<void> {
    return this.#connection.send(dataChannel, data)
  }

  close(): void {
    this.#connection.close()
  }

  get closed(): Promise<number> {
    return this.#connection.closed
  }

  async #receive(port: number): Promise<void> {
    try {
      for await (const message of this.#connection.messages) {
        const channel = channelOf(message)
        const data = message.subarray(1)
        const bit = 1 << channel
        if (channel > errorChannel) throw new TransportError('Protocol', `a message on channel ${channel}`)
        if ((this.#seen & bit) === 0) {
          this.#seen |= bit
          const announced = data.length === 2 ? (data[0] ?? 0) + 256 * (data[1] ?? 0) : undefined
          if (announced !== port)
            throw new TransportError('Protocol', `the server forwards port ${announced}, not ${port}`)
        } else if (channel === dataChannel) this.#data.push(data)
        else if (data.length > 0) throw new MachineryError('PortForward', new TextDecoder().decode(data).trim())
      }
    } finally {
      this.#connection.close()
    }
  }
}
