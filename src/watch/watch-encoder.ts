import type { Encoder } from '../runtime/interfaces.js'
import type { Framer } from '../runtime/serializer/serializer-info.js'
import type { StreamWriter } from '../runtime/serializer/streaming/streaming-codec.js'
import { jsonWatch } from './formats/json-watch.js'
import type { WatchEvent } from './watch-event.js'
import type { WatchFormat } from './watch-format.js'

/** How events are written. */
export interface WatchEncoderOptions {
  /** Encodes the objects, in the format of the stream. */
  readonly encoder: Encoder
  /** How events are encoded in the stream; default {@link jsonWatch}. */
  readonly format?: WatchFormat | undefined
}

/** Writes events to a stream, with the bytes of Go. */
export class WatchEncoder {
  readonly #writer: StreamWriter
  readonly #encoder: Encoder
  readonly #format: WatchFormat
  readonly #framer: Framer

  constructor(writer: StreamWriter, { encoder, format = jsonWatch }: WatchEncoderOptions) {
    this.#writer = writer
    this.#encoder = encoder
    this.#format = format
    this.#framer = format.framer()
  }

  /** Writes one event and waits until the writer has taken it. @throws the errors of the encoder */
  async encode(event: WatchEvent): Promise<void> {
    await this.#writer.write(this.bytesOf(event))
  }

  /** The bytes of one event in a stream. */
  bytesOf({ type, object }: WatchEvent): Uint8Array {
    return this.#framer.frame(this.#format.writeFrame({ type, object: this.#encoder.encode(object) }))
  }
}
