import { guardDepth } from '../../../descriptor/guard-depth.js'
import { MachineryError } from '../../../errors/machinery-error.js'
import { encodeUtf8 } from '../../../internal/utf8.js'
import { unusedMark } from '../../../json/parse-marked.js'
import type { Decoded, DecodeOptions, KindRegistry, Serializer } from '../../interfaces.js'
import { requireObject } from '../../objects/require-object.js'
import type { KubernetesObject } from '../../objects/typed-object.js'
import { isUnknown } from '../../objects/unknown.js'
import type { FaithfulDecoder } from '../faithful-decoder.js'
import { requireClass } from '../require-class.js'
import { decodeObject } from './decode-object.js'
import { FaithfulDocument } from './faithful-document.js'

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

/** Writes an object unchanged. As in Go, compact JSON ends with a newline and pretty JSON does not. */
function writeFaithfully(object: KubernetesObject, pretty: boolean): Uint8Array {
  if (isUnknown(object)) return object.raw
  const text = guardDepth(() => stringify(requireObject(object), pretty ? 2 : 0))
  return encodeUtf8(pretty ? text : `${text}\n`)
}

function stringify(object: object, indent: number): string {
  try {
    return JSON.stringify(object, undefined, indent)
  } catch (error) {
    if (error instanceof TypeError) return stringifyMarked(object, indent)
    throw error
  }
}

/** JSON.stringify does not write bigint: it writes marked strings, of which the marks are taken away. */
function stringifyMarked(object: object, indent: number): string {
  const write = (mark: string): string =>
    JSON.stringify(object, (_, value: unknown) => (typeof value === 'bigint' ? mark + value : value), indent)
  try {
    const mark = unusedMark(write(''))
    return write(mark).replaceAll(new RegExp(`"${mark}(-?\\d+)"`, 'g'), '$1')
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new MachineryError('UnsupportedValue', 'json: unsupported value: encountered a cycle', { cause })
  }
}
