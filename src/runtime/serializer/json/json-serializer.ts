import type { IntegerRule } from '../../../descriptor/read-scalar.js'
import type {
  Decoded,
  DecodeOptions,
  KindRegistry,
  ReadingMode,
  RecognizingDecoder,
  Serializer,
} from '../../interfaces.js'
import type { KubernetesObject } from '../../objects/typed-object.js'
import type { FaithfulDecoder } from '../faithful-decoder.js'
import { decodeObject } from './decode-object.js'
import { ExactDocument } from './exact-document.js'
import { writeJSON } from './write-json.js'

/** How a {@link JSONSerializer} reads and writes. */
export interface JSONSerializerOptions {
  /** How input is read; see {@link ReadingMode}. Default `faithful`. */
  readonly mode?: ReadingMode
  /** Write the bytes that Go writes, instead of the object unchanged. Default: only if `mode` is `canonical`. */
  readonly canonical?: boolean
  /** Write with two spaces of indentation. */
  readonly pretty?: boolean
  /** How int64 fields outside ±(2^53−1) are read. Default: an error that names the field. */
  readonly integers?: IntegerRule
}

/**
 * Reads and writes the JSON of the kinds of a registry, and of any kind as `Unstructured` if the registry or `into` allows
 * it.
 *
 * Reading follows Go's JSON serializer: the kind is found in any case of its key, missing parts come from `defaults` and
 * then from `into`, and objects and items of lists become instances of their class.
 */
export class JSONSerializer implements Serializer, RecognizingDecoder, FaithfulDecoder {
  readonly identifier: string
  /** In faithful mode only: the other modes need the text. */
  readonly faithfulKinds: KindRegistry | undefined
  readonly #registry: KindRegistry
  readonly #mode: ReadingMode
  readonly #integers: IntegerRule
  readonly #writing: { readonly canonical: boolean; readonly pretty: boolean }

  constructor(registry: KindRegistry, options: JSONSerializerOptions = {}) {
    const { mode = 'faithful', canonical = mode === 'canonical', pretty = false, integers = 'error' } = options
    this.#registry = registry
    this.#mode = mode
    this.faithfulKinds = mode === 'faithful' ? registry : undefined
    this.#integers = integers
    this.#writing = { canonical, pretty }
    this.identifier = identify({ canonical, pretty, strict: mode === 'strict' })
  }

  /** JSON objects begin with a brace. */
  recognizesData(data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean } {
    return { ok: firstVisible(data) === openBrace, unknown: false }
  }

  /**
   * @throws MachineryError `InvalidJSON` with Go's message, `InvalidUTF8`, `InvalidType` and the other errors of
   * `readJSON`.
   * @throws MissingKindError, MissingVersionError, NotRegisteredError.
   * @throws StrictDecodingError in strict mode; it carries what was read.
   */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    const document = new ExactDocument(data, { mode: this.#mode, integers: this.#integers })
    return document.checked(decodeObject(document, this.#registry, options)) as Decoded<T>
  }

  /**
   * Writes the object unchanged, or the bytes that Go writes; see {@link JSONSerializerOptions.canonical}.
   *
   * @throws MachineryError `InvalidObject` for a value that is not an object.
   */
  encode(object: KubernetesObject): Uint8Array {
    return writeJSON(object, { ...this.#writing, registry: this.#registry })
  }
}

const openBrace = 0x7b

/** The first byte that is not ASCII white space; no other byte may precede a brace in JSON. */
function firstVisible(data: Uint8Array): number | undefined {
  return data.find((byte) => byte > 0x20 || byte < 0x09 || (byte > 0x0d && byte < 0x20))
}

function identify(options: { canonical: boolean; pretty: boolean; strict: boolean }): string {
  const names = { name: 'json', pretty: String(options.pretty), strict: String(options.strict), yaml: 'false' }
  return JSON.stringify(options.canonical ? names : { faithful: 'true', ...names })
}
