import { MachineryError } from '../errors/machinery-error.js'
import type { DecodeOptions, Decoder } from '../runtime/interfaces.js'
import type { KubernetesObject } from '../runtime/objects/typed-object.js'
import { isEventType } from './event-type.js'
import { WatchDecodeError } from './watch-decode-error.js'
import type { WatchEvent } from './watch-event.js'
import type { EncodedEvent } from './watch-format.js'

/** Makes encoded events events. */
export class EventReader<T extends KubernetesObject> {
  readonly #decoder: Decoder
  readonly #options: DecodeOptions<T>
  readonly #plain: DecodeOptions

  constructor(decoder: Decoder, options: DecodeOptions<T>) {
    this.#decoder = decoder
    this.#options = options
    const { into, ...rest } = options
    this.#plain = rest
  }

  /** @throws WatchDecodeError; MachineryError `InvalidWatchEvent` for an unknown event type. */
  read({ type, object }: EncodedEvent): WatchEvent<T> {
    if (!isEventType(type)) {
      throw new MachineryError('InvalidWatchEvent', `got invalid watch event type: ${type}`, { path: 'type' })
    }
    try {
      // Errors are reported as a Status, for any watched kind.
      const decoded =
        type === 'ERROR' ? this.#decoder.decode(object, this.#plain) : this.#decoder.decode(object, this.#options)
      return { type, object: decoded.object } as WatchEvent<T>
    } catch (error) {
      throw new WatchDecodeError(type, error)
    }
  }
}
