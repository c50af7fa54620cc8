import type { Decoded, DecodeOptions, KindRegistry, Serializer } from '../../interfaces.js'
import type { KubernetesObject } from '../../objects/typed-object.js'
import type { FaithfulDecoder } from '../faithful-decoder.js'
import { requireClass } from '../require-class.js'
import { decodeObject } from './decode-object.js'
import { FaithfulDocument } from './faithful-document.js'
import { writeFaithfully } from './write-faithfully.js'

/**
 * Reads and writes JSON in faithful mode only: a small variant of `JSONSerializer` that accepts the same documents. Errors
 * name the field, but do not have Go's wording. With `isolateItems` it omits the invalid items of a list.
 */
export class FaithfulJSONSerializer implements Serializer, FaithfulDecoder {
  readonly identifier: string
  readonly faithfulKinds: KindRegistry
  readonly #pretty: boolean

  constructor(registry: KindRegistry, { pretty = false }: { readonly pretty?: boolean } = {}) {
    this.faithfulKinds = registry
    this.#pretty = pretty
    this.identifier = JSON.stringify({ faithful: 'true', name: 'json', pretty: String(pretty) })
  }

  /**
   * @throws MachineryError `InvalidJSON`, `InvalidUTF8`, `TooDeep`, and with the path of the field `InvalidType`,
   * `InvalidValue`, `UnsafeInteger` and `NumberOutOfRange`.
   * @throws MissingKindError, MissingVersionError, NotRegisteredError; MachineryError `KindMismatch` when the object is
   * not of the class `into`.
   */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    const document = new FaithfulDocument(data, options.isolateItems === true)
    const decoded = requireClass(decodeObject(document, this.faithfulKinds, options), options.into)
    return document.badItems === undefined ? decoded : { ...decoded, badItems: document.badItems }
  }

  /**
   * Writes the object unchanged. @throws MachineryError `InvalidObject`, `TooDeep`, `UnsupportedValue` for an object that
   * contains itself.
   */
  encode(object: KubernetesObject): Uint8Array {
    return writeFaithfully(object, this.#pretty)
  }
}
