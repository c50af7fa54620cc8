import { GRPCError, grpcStatus } from './grpc-status.js'

const prefixLength = 5

/** The bytes of a message with its length before it. */
export function framed(message: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(prefixLength + message.length)
  bytes[0] = 0
  bytes.writeUInt32BE(message.length, 1)
  bytes.set(message, prefixLength)
  return bytes
}

/** Finds messages in the data of a stream. */
export class MessageReader {
  #pieces: Buffer[] = []
  #size = 0
  /** Bytes of the message that is being read, with its prefix; 0: not known yet. */
  #wanted = 0

  /** Bytes that are still to come of the message that is being read, as far as they are known. */
  get missing(): number {
    return this.#wanted === 0 ? 0 : this.#wanted - this.#size
  }

  /** Whether a message has begun whose end has not come. */
  get isInside(): boolean {
    return this.#size > 0
  }

  /** Adds data, and passes on what is whole. Throws a {@link GRPCError} for a compressed message. */
  read(data: Buffer, take: (message: Buffer) => void): void {
    let rest = data
    if (this.#size > 0) {
      this.#pieces.push(data)
      this.#size += data.length
      if (this.#wanted === 0) this.#wanted = this.#size < prefixLength ? 0 : lengthOf(this.#joined())
      if (this.#wanted === 0 || this.#size < this.#wanted) return
      rest = this.#joined()
      this.#keep(undefined)
    }
    while (rest.length >= prefixLength) {
      const length = lengthOf(rest)
      if (rest.length < length) {
        this.#keep(rest, length)
        return
      }
      take(rest.subarray(prefixLength, length))
      rest = rest.subarray(length)
    }
    if (rest.length > 0) this.#keep(rest)
  }

  #joined(): Buffer {
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0]!
  }

  #keep(piece: Buffer | undefined, wanted = 0): void {
    this.#pieces = piece === undefined ? [] : [piece]
    this.#size = piece?.length ?? 0
    this.#wanted = wanted
  }
}

/** The bytes of a message and its prefix. */
function lengthOf(bytes: Buffer): number {
  if (bytes[0] === 1) {
    throw new GRPCError(grpcStatus.UNIMPLEMENTED, 'Received a compressed message, although no compression was offered')
  }
  if (bytes[0] !== 0) throw new GRPCError(grpcStatus.INTERNAL, 'Received data that is no message')
  return prefixLength + bytes.readUInt32BE(1)
}
