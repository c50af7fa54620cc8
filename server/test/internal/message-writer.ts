import { Reader, Writer } from 'protobufjs/minimal.js'

/** Writes a field only where it differs from what its absence means. */
export class MessageWriter {
  readonly #writer = Writer.create()

  bytes(field: number, value: Uint8Array): this {
    if (value.length > 0) this.#writer.uint32((field << 3) | 2).bytes(value)
    return this
  }

  string(field: number, value: string): this {
    if (value !== '') this.#writer.uint32((field << 3) | 2).string(value)
    return this
  }

  /** An int64 as a number or in decimal. */
  int64(field: number, value: number | string): this {
    if (value !== 0 && value !== '0') this.#writer.uint32(field << 3).int64(value)
    return this
  }

  bool(field: number, value: boolean | undefined): this {
    if (value === true) this.#writer.uint32(field << 3).bool(true)
    return this
  }

  /** A message is written even if it is empty: its presence says something. */
  message(field: number, value: Uint8Array): this {
    this.#writer.uint32((field << 3) | 2).bytes(value)
    return this
  }

  finish(): Uint8Array {
    return this.#writer.finish()
  }
}

/** What a message holds: its fields by number; unknown ones are skipped. */
export type FieldReaders<T> = Readonly<Record<number, (reader: Reader, message: T) => void>>

/** Reads a message into `message`. */
export function readMessage<T>(source: Uint8Array | Reader, message: T, fields: FieldReaders<T>): T {
  const nested = source instanceof Reader
  const reader = nested ? source : Reader.create(source)
  const end = nested ? reader.uint32() + reader.pos : reader.len
  while (reader.pos < end) {
    const tag = reader.uint32()
    const read = fields[tag >>> 3]
    if (read === undefined) reader.skipType(tag & 7)
    else read(reader, message)
  }
  return message
}

/** An int64 that is a safe integer, as revisions and counts are. */
export function readInteger(reader: Reader): number {
  return Number(reader.int64())
}

/** An int64 of any size, in decimal. */
export function readDecimal(reader: Reader): string {
  return String(reader.int64())
}
