import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { isFrameSource } from '../runtime/serializer/framing/frame-reader.js'
import type { EventReader } from './event-reader.js'
import type { WatchEvent } from './watch-event.js'
import type { WatchFormat } from './watch-format.js'

/** Events in the order of a stream. */
export interface EventSource<T extends KubernetesObject> {
  /** The next event, if its bytes are there. */
  take(): WatchEvent<T> | undefined
  /** Waits for bytes; false when none will come. */
  fill(): Promise<boolean>
  close(): Promise<unknown>
}

/** Events that a framer cuts out of a stream. */
export class FrameEventSource<T extends KubernetesObject> implements EventSource<T> {
  readonly #frames: AsyncIterator<Uint8Array>
  readonly #format: WatchFormat
  readonly #reader: EventReader<T>
  #frame: Uint8Array | undefined

  constructor(frames: AsyncIterable<Uint8Array>, format: WatchFormat, reader: EventReader<T>) {
    this.#frames = frames[Symbol.asyncIterator]()
    this.#format = format
    this.#reader = reader
  }

  take(): WatchEvent<T> | undefined {
    const frame = this.#frame ?? (isFrameSource(this.#frames) ? this.#frames.takeNow() : undefined)
    this.#frame = undefined
    if (frame === undefined) return undefined
    return this.#reader.read(this.#format.readFrame(frame))
  }

  async fill(): Promise<boolean> {
    const { value, done } = await this.#frames.next()
    if (done === true) return false
    this.#frame = value
    return true
  }

  async close(): Promise<unknown> {
    return this.#frames.return?.()
  }
}
