import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import type { Decoded, DecodeOptions, KindRegistry, Serializer } from '../../interfaces.js'
import { MissingKindError } from '../../objects/missing-kind-error.js'
import { MissingVersionError } from '../../objects/missing-version-error.js'
import type { KindClass, KubernetesObject } from '../../objects/typed-object.js'
import type { FromBinaryOptions } from './decode.js'
import { type ToBinaryOptions, toBinary } from './encode.js'
import {
  completedBy,
  messageTypeOf,
  type ProtobufSerializerOptions,
  readingOptions,
  readObject,
  withDefaults,
  writingOptions,
} from './object-message.js'
import { ProtobufError } from './protobuf-error.js'

const noKind = '<protobuf encoded body - must provide default type>'

/**
 * Reads and writes bare protobuf messages, without the envelope: the bytes do not declare a kind, so reading needs a class
 * or a kind in its options.
 */
export class RawProtobufSerializer implements Serializer {
  readonly identifier: string = 'raw-protobuf'
  readonly #registry: KindRegistry
  readonly #options: FromBinaryOptions
  readonly #writing: ToBinaryOptions

  constructor(registry: KindRegistry, options: ProtobufSerializerOptions = {}) {
    this.#registry = registry
    this.#options = readingOptions(options)
    this.#writing = writingOptions(options)
  }

  /** @throws ProtobufError, MissingKindError, MissingVersionError, NotRegisteredError, NotMarshalableError. */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    if (typeof data === 'string') throw new ProtobufError('ProtobufDecode', 'protobuf is bytes, not text')
    const into: KindClass | undefined = options.into
    const gvk = completedBy(withDefaults(new GroupVersionKind('', '', ''), options.defaults), into)
    if (data.length === 0) throw new ProtobufError('ProtobufDecode', 'empty data', { offset: 0 })
    if (gvk.kind === '') throw new MissingKindError(noKind)
    if (gvk.version === '') throw new MissingVersionError(noKind)
    return readObject(this.#registry, { gvk, bytes: data, into }, this.#options) as Decoded<T>
  }

  /** @throws ProtobufError, NotMarshalableError; MachineryError `InvalidObject` for a value that is not an object. */
  encode(object: KubernetesObject): Uint8Array {
    return toBinary(messageTypeOf(this.#registry, object), object, this.#writing)
  }
}
