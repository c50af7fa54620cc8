import { MessageQueue } from '../transport/message-queue.js'
import { TransportError } from '../transport/transport-error.js'
import { type ByteSink, type ByteSource, bytesOf, writerOf } from './byte-streams.js'
import { type ChannelConnection, channelOf, channels } from './channel-connection.js'
import { type CommandStatus, commandStatus } from './command-status.js'

/** Size of a terminal in characters. */
export interface TerminalSize {
  readonly width: number
  readonly height: number
}

/** The streams of a command in a container. */
export interface CommandStreams {
  readonly stdin?: ByteSource | undefined
  /** Without a sink the bytes are kept for {@link CommandSession.stdout}. */
  readonly stdout?: ByteSink | undefined
  readonly stderr?: ByteSink | undefined
}

/** A command that runs in a container, or a process that one is attached to. */
export class CommandSession {
  /** The output of the command, unless a sink was given. Buffered until it is read. */
  readonly stdout: AsyncIterable<Uint8Array>
  readonly stderr: AsyncIterable<Uint8Array>
  /**
   * How the command ended. Rejects with a StatusError when it could not be run, with a TransportError when the connection was
   * lost before it ended: it never stays open after its connection is closed.
   */
  readonly done: Promise<CommandStatus>
  readonly #connection: ChannelConnection
  readonly #output = { stdout: new MessageQueue<Uint8Array>(), stderr: new MessageQueue<Uint8Array>() }
  readonly #writers: Readonly<Record<'stdout' | 'stderr', ((chunk: Uint8Array) => Promise<void>) | undefined>>
  #ended = false

  constructor(connection: ChannelConnection, { stdin, stdout, stderr }: CommandStreams) {
    this.#connection = connection
    this.stdout = this.#output.stdout
    this.stderr = this.#output.stderr
    this.#writers = { stdout: stdout && writerOf(stdout), stderr: stderr && writerOf(stderr) }
    this.done = this.#receive()
    // An unread result must not be an unhandled rejection.
    this.done.catch(() => undefined)
    if (stdin !== undefined) this.#feed(stdin).catch(() => undefined)
  }

  /** Sends input. @throws TransportError when the command has ended */
  write(data: Uint8Array | string): Promise<void> {
    return this.#connection.send(channels.stdin, typeof data === 'string' ? new TextEncoder().encode(data) : data)
  }

  /** Signals the end of the input to the command. Servers with `v4` only do not support it. */
  endInput(): Promise<void> {
    return this.#connection.closeChannel(channels.stdin)
  }

  /** Sends the size of the terminal. */
  resize({ width, height }: TerminalSize): Promise<void> {
    const size = JSON.stringify({ Width: width, Height: height })
    return this.#connection.send(channels.resize, new TextEncoder().encode(size))
  }

  /** Leaves the command. */
  close(): void {
    this.#connection.close()
  }

  async #feed(source: ByteSource): Promise<void> {
    for await (const chunk of bytesOf(source)) {
      if (this.#ended) return
      await this.write(chunk)
    }
    await this.endInput()
  }

  async #receive(): Promise<CommandStatus> {
    let failure: unknown
    try {
      for await (const message of this.#connection.messages) {
        const channel = channelOf(message)
        // An empty message announces the channel.
        if (message.length === 1) continue
        if (channel === channels.error) return commandStatus(message.subarray(1))
        const written = this.#take(channel, message.subarray(1))
        if (written !== undefined) await written
      }
    } catch (error) {
      failure = error
      throw error
    } finally {
      this.#ended = true
      this.#output.stdout.end(failure)
      this.#output.stderr.end(failure)
      this.#connection.close()
    }
    throw new TransportError('ConnectionLost', 'the connection was closed before the command ended')
  }

  /** Gives what has to be waited for, where there is something. */
  #take(channel: number, data: Uint8Array): Promise<void> | undefined {
    const name = channel === channels.stdout ? 'stdout' : channel === channels.stderr ? 'stderr' : undefined
    // Other channels are not for us.
    if (name === undefined) return undefined
    const write = this.#writers[name]
    if (write !== undefined) return write(data)
    this.#output[name].push(data)
    return undefined
  }
}
