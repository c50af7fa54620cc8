import type { FramerOptions } from '../runtime/serializer/framing/framer.js'
import type { Framer } from '../runtime/serializer/serializer-info.js'

/** The content of one frame of a watch stream: the type of the event, and its encoded object. */
export interface EncodedEvent {
  readonly type: string
  /** Empty if there is no object. */
  readonly object: Uint8Array | string
}

/**
 * How events are encoded in a stream. The object in an event has its own encoding, for which decoders and encoders are
 * responsible.
 */
export interface WatchFormat {
  /** Media type of the stream, such as `application/json;stream=watch`. */
  readonly mediaType: string
  /** Finds and makes the frames of this format. */
  framer(options?: FramerOptions): Framer
  /**
   * The event in a frame.
   *
   * @throws MachineryError for bytes that are not an event.
   */
  readFrame(frame: Uint8Array): EncodedEvent
  /**
   * The bytes of an event, not framed yet. @throws MachineryError for an object that cannot be written in this format.
   */
  writeFrame(event: EncodedEvent): Uint8Array
  /** Events are usually one per line, with objects in JSON: there is a faster way to read them. */
  readonly isJSON?: boolean
}
