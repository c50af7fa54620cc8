import type { JSONValue } from '../../../descriptor/types.js'
import { stringOrEmpty } from '../../../json/json-value.js'
import { fromAPIVersionAndKind } from '../../../schema/parse.js'
import type { Decoded, DecodeOptions, KindRegistry, RecognizingDecoder, Serializer } from '../../interfaces.js'
import { MissingKindError } from '../../objects/missing-kind-error.js'
import { MissingVersionError } from '../../objects/missing-version-error.js'
import type { KindClass, KubernetesObject } from '../../objects/typed-object.js'
import { isUnknown, isUnknownClass, Unknown } from '../../objects/unknown.js'
import { isUnstructured, isUnstructuredClass } from '../../objects/unstructured.js'
import { decodeCBOR } from '../cbor/decode.js'
import { hasSelfDescribedTag } from '../cbor/self-described.js'
import type { FromBinaryOptions } from './decode.js'
import { type ToBinaryOptions, writeMessage } from './encode.js'
import { hasEnvelope, readEnvelope, writeEnvelope, writeEnveloped } from './envelope.js'
import { NotMarshalableError } from './not-marshalable-error.js'
import {
  completedBy,
  maxEmbedding,
  messageTypeOf,
  type ProtobufSerializerOptions,
  readingOptions,
  readObject,
  withDefaults,
  writingOptions,
} from './object-message.js'
import { ProtobufError } from './protobuf-error.js'
import { RepeatedEnvelope } from './repeated-envelope.js'

/**
 * Reads and writes `application/vnd.kubernetes.protobuf`: messages in the envelope that names their kind, with the bytes
 * of Go's protobuf serializer.
 */
export class ProtobufSerializer implements Serializer, RecognizingDecoder {
  readonly identifier: string = 'protobuf'
  readonly #registry: KindRegistry
  readonly #options: FromBinaryOptions
  readonly #writing: ToBinaryOptions
  readonly #repeated = new RepeatedEnvelope()
  /** How many objects carry the one being read. */
  #embedding = 0

  constructor(registry: KindRegistry, options: ProtobufSerializerOptions = {}) {
    this.#registry = registry
    this.#options = { ...readingOptions(options), readEmbedded: (bytes) => this.#readEmbedded(bytes) }
    this.#writing = writingOptions(options)
  }

  recognizesData(data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean } {
    return { ok: hasEnvelope(data), unknown: false }
  }

  /**
   * Reads an object. `into: Unknown` opens the envelope and reads no further.
   *
   * @throws ProtobufError, MissingKindError, MissingVersionError, NotRegisteredError, NotMarshalableError.
   */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    if (typeof data === 'string') throw new ProtobufError('ProtobufDecode', 'protobuf is bytes, not text')
    const into: KindClass | undefined = options.into
    const repeated = isUnknownClass(into) || isUnstructuredClass(into) ? undefined : this.#repeated.open(data)
    if (repeated !== undefined) {
      const { gvk, raw: bytes } = repeated
      return readObject(this.#registry, { gvk, bytes, into }, this.#options) as Decoded<T>
    }
    const unknown = readEnvelope(data)
    const own = fromAPIVersionAndKind(unknown.apiVersion, unknown.kind)
    const named = withDefaults(own, options.defaults)
    if (into !== undefined && isUnknownClass(into)) {
      if (hasEnvelope(unknown.raw)) unknown.contentType = 'application/vnd.kubernetes.protobuf'
      return { object: unknown as KubernetesObject as T, gvk: named }
    }
    if (isUnstructuredClass(into)) throw new NotMarshalableError(String(into?.name))
    const gvk = completedBy(named, into)
    if (gvk.kind === '') throw new MissingKindError(typeMetaText(unknown))
    if (gvk.version === '') throw new MissingVersionError(typeMetaText(unknown))
    this.#repeated.note(data, own)
    const message = { gvk, bytes: unknown.raw, into }
    return readObject(this.#registry, message, this.#options) as Decoded<T>
  }

  /** @throws ProtobufError, NotMarshalableError; MachineryError `InvalidObject` for a value that is not an object. */
  encode(object: KubernetesObject): Uint8Array {
    if (isUnknown(object)) return writeEnvelope(object)
    if (isUnstructured(object)) throw new NotMarshalableError('*unstructured.Unstructured')
    const type = messageTypeOf(this.#registry, object)
    const gvk = fromAPIVersionAndKind(ownText(object, 'apiVersion'), ownText(object, 'kind'))
    const { apiVersion, kind } = gvk.toAPIVersionAndKind()
    return writeEnveloped(new Unknown({ apiVersion, kind }), (writer) =>
      writeMessage(writer, { type, value: object }, this.#writing),
    )
  }

  #readEmbedded(bytes: Uint8Array): JSONValue | undefined {
    if (hasSelfDescribedTag(bytes)) return decodeCBOR(bytes)
    if (!hasEnvelope(bytes)) return undefined
    if (this.#embedding >= maxEmbedding) throw new ProtobufError('ProtobufDecode', 'too many objects inside each other')
    this.#embedding++
    try {
      return this.decode(bytes).object as object as JSONValue
    } finally {
      this.#embedding--
    }
  }
}

function typeMetaText({ apiVersion, kind }: Unknown): string {
  return `runtime.TypeMeta{APIVersion:${JSON.stringify(apiVersion)}, Kind:${JSON.stringify(kind)}}`
}

/**
 * The value that the object itself has; items of a list have their kind only from their class, and Go writes none for them.
 */
function ownText(object: KubernetesObject, name: 'apiVersion' | 'kind'): string {
  return Object.hasOwn(object, name) ? stringOrEmpty(object[name]) : ''
}
