import type { Framer } from '../runtime/serializer/serializer-info.js'
import type { FramerOptions } from '../runtime/serializer/streaming/framer.js'

/** What one frame of a watch stream holds: the type of the event, and its object as it is encoded. */
export interface EncodedEvent {
  readonly type: string
  /** Empty when there is no object. */
  readonly object: Uint8Array | string
}

/** How events stand in a stream. The object in an event has an encoding of its own, which decoders and encoders know. */
export interface WatchFormat {
  /** Media type of the stream, such as `application/json;stream=watch`. */
  readonly mediaType: string
  /** Finds and makes the frames of this format. */
  framer(options?: FramerOptions): Framer
  /**
   * The event in a frame.
   *
   * @throws MachineryError for bytes that are no event.
   */
  readFrame(frame: Uint8Array): EncodedEvent
  /** The bytes of an event, not framed yet. @throws MachineryError for an object that cannot stand in this format. */
  writeFrame(event: EncodedEvent): Uint8Array
  /** Events stand on lines of their own, as a rule, and their objects are JSON: there is a faster way to read them. */
  readonly isJSON?: boolean
}
