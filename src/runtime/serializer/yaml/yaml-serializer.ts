import type { IntegerRule } from '../../../descriptor/read-scalar.js'
import { canonicalize } from '../../../descriptor/to-canonical-json.js'
import type { JSONValue } from '../../../descriptor/types.js'
import { encodeUtf8, tryDecodeUtf8 } from '../../../internal/utf8.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import type {
  Decoded,
  DecodeOptions,
  KindRegistry,
  ReadingMode,
  RecognizingDecoder,
  Serializer,
} from '../../interfaces.js'
import { asRead } from '../../objects/nil-items.js'
import { requireObject } from '../../objects/require-object.js'
import type { KubernetesObject } from '../../objects/typed-object.js'
import { isUnknown } from '../../objects/unknown.js'
import { isStrictDecodingError, StrictDecodingError } from '../../strict-decoding-error.js'
import { JSONSerializer } from '../json/json-serializer.js'
import { classOf } from '../json/write-json.js'
import { ParsedObjects } from '../parsed-objects.js'
import { decodeText } from './decode-text.js'
import { inYAMLTerms } from './in-yaml-terms.js'
import { decodeNodes } from './node-decoder.js'
import { rereadAsJSON } from './reread-as-json.js'
import { splitDocuments } from './split-documents.js'
import { isDuplicateKeysError, type YAMLDuplicateKeysError } from './yaml-error.js'
import { readContent, type YAMLContent, type YAMLDocument, yamlToJSON } from './yaml-reader.js'
import { jsonToYAML } from './yaml-writer.js'

/** How a {@link YAMLSerializer} reads and writes. */
export interface YAMLSerializerOptions {
  /** How input is read; see {@link ReadingMode}. Default `faithful`. */
  readonly mode?: ReadingMode
  /** Write what Go writes, instead of the object unchanged. Default: only if `mode` is `canonical`. */
  readonly canonical?: boolean
  /** How int64 fields outside ±(2^53−1) are read. Default: an error that names the field. */
  readonly integers?: IntegerRule
}

/** A text and the options of its reader. */
interface Input<T extends KubernetesObject> {
  readonly data: Uint8Array | string
  readonly options: DecodeOptions<T>
}

/**
 * Reads and writes the YAML of the kinds of a registry, and of any kind as `Unstructured` if the registry or `into` allows
 * it. As in Go, YAML is converted to JSON with sorted keys and read as such, and written from JSON.
 */
export class YAMLSerializer implements Serializer, RecognizingDecoder {
  readonly identifier: string
  readonly #registry: KindRegistry
  readonly #json: JSONSerializer
  readonly #parsed: ParsedObjects | undefined
  readonly #strict: boolean
  readonly #canonical: boolean

  constructor(registry: KindRegistry, options: YAMLSerializerOptions = {}) {
    const { mode = 'faithful', canonical = mode === 'canonical' } = options
    this.#registry = registry
    this.#strict = mode === 'strict'
    this.#canonical = canonical
    this.#json = new JSONSerializer(registry, { ...options, canonical })
    this.#parsed = ParsedObjects.of(this.#json)
    this.identifier = identify(canonical, this.#strict)
  }

  /** Any text may be YAML. */
  recognizesData(_data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean } {
    return { ok: false, unknown: true }
  }

  /**
   * Reads the first document.
   *
   * @throws YAMLSyntaxError for text that is not YAML.
   * @throws StrictDecodingError in strict mode: duplicate keys first, all of them in one finding as in Go.
   * @throws the errors of `JSONSerializer`; positions are those of the YAML.
   */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    return this.#decodeContent(readContent(data, this.#strict), { data, options })
  }

  /**
   * Reads every document of a stream, on demand; documents without content are omitted. Concatenated JSON objects are a
   * stream, too.
   *
   * @throws as {@link YAMLSerializer.decode}, with lines counted from the start of the stream.
   */
  *decodeAll<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Generator<Decoded<T>, void, undefined> {
    for (const { text, line } of splitDocuments(decodeText(data))) {
      let decoded: Decoded<T>
      try {
        const content = readContent(text, this.#strict)
        if (content.value === null) continue
        decoded = this.#decodeContent(content, { data: text, options })
      } catch (error) {
        if (line === 1) throw error
        // Read again after blank lines, so that the error counts lines from the start of the stream.
        decoded = this.decode('\n'.repeat(line - 1) + text, options)
      }
      yield decoded
    }
  }

  /**
   * Writes one document: keys sorted, and in canonical mode the bytes that Go writes.
   *
   * @throws MachineryError `InvalidObject` for a value that is not an object.
   */
  encode(object: KubernetesObject): Uint8Array {
    if (isUnknown(object)) return encodeUtf8(jsonToYAML(yamlToJSON(object.raw)))
    requireObject(object)
    const type = this.#canonical ? classOf(object, this.#registry) : undefined
    const value = asRead(object) as JSONValue
    return encodeUtf8(jsonToYAML(type === undefined ? value : canonicalize(type.descriptor, value)))
  }

  #decodeContent<T extends KubernetesObject>(content: YAMLContent, { data, options }: Input<T>): Decoded<T> {
    const quick = this.#decodePlain(content, options)
    if (quick !== undefined) return quick as Decoded<T>
    const { document } = content
    const duplicates = this.#strict && document !== undefined ? findDuplicates(document) : undefined
    try {
      const decoded = this.#json.decode(stringifyJSON(content.value), options)
      if (isUnknown(decoded.object)) decoded.object.raw = typeof data === 'string' ? encodeUtf8(data) : data
      if (duplicates === undefined) return decoded
      throw new StrictDecodingError([{ message: duplicates.message, position: duplicates.position }], { decoded })
    } catch (error) {
      const located = inYAMLTerms(error, inputText(data), document)
      throw duplicates === undefined ? located : withDuplicates(located, duplicates)
    }
  }

  /** Reads most objects without making JSON text of them. */
  #decodePlain({ value, document }: YAMLContent, { into, defaults }: DecodeOptions): Decoded | undefined {
    const read =
      document === undefined && into === undefined && defaults === undefined ? rereadAsJSON(value) : undefined
    if (read === undefined) return undefined
    try {
      return this.#parsed?.read(read)
    } catch {
      // Reading the text causes the same error, with its position.
      return undefined
    }
  }
}

function identify(canonical: boolean, strict: boolean): string {
  const names = { name: 'json', pretty: 'false', strict: String(strict), yaml: 'true' }
  return JSON.stringify(canonical ? names : { faithful: 'true', ...names })
}

/** The text with the line breaks that it came with. */
function inputText(data: Uint8Array | string): string {
  return typeof data === 'string' ? data : (tryDecodeUtf8(data) ?? decodeText(data))
}

function findDuplicates({ root }: YAMLDocument): YAMLDuplicateKeysError | undefined {
  try {
    decodeNodes(root, true)
    return undefined
  } catch (error) {
    if (isDuplicateKeysError(error)) return error
    throw error
  }
}

function withDuplicates(error: unknown, duplicates: YAMLDuplicateKeysError): unknown {
  if (!isStrictDecodingError(error) || error.errors[0] === duplicates.message) return error
  const { message, position } = duplicates
  return new StrictDecodingError([{ message, position }, ...error.findings], { decoded: error.decoded })
}
