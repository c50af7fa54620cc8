import { MachineryError } from '../../errors/machinery-error.js'
import type {
  Decoded,
  DecodeOptions,
  Decoder,
  Encoder,
  GroupVersioner,
  KindRegistry,
  Serializer,
} from '../interfaces.js'
import {
  decodeNestedObjects,
  encodeNestedObjects,
  isNestedObjectDecoder,
  isNestedObjectEncoder,
} from '../objects/nested-objects.js'
import { requireObject } from '../objects/require-object.js'
import { isTypedObject, type KubernetesObject } from '../objects/typed-object.js'
import { isUnknown } from '../objects/unknown.js'
import { isUnstructured, isUnstructuredClass, isUnstructuredList } from '../objects/unstructured.js'
import { groupVersionKindOf, withGroupVersionKind } from '../scheme/kind-access.js'
import { NotRegisteredError } from '../scheme/not-registered-error.js'
import type { Scheme } from '../scheme/scheme.js'
import { isStrictDecodingError, StrictDecodingError } from '../strict-decoding-error.js'
import { type FaithfulDecoder, faithfulKindsOf } from './faithful-decoder.js'

/** Input of a {@link VersioningCodec}. */
export interface VersioningCodecOptions {
  readonly scheme: Scheme
  /** Writes what was converted; without it nothing can be encoded. */
  readonly encoder?: Encoder | undefined
  /** Reads what is to be converted; without it nothing can be decoded. */
  readonly decoder?: Decoder | undefined
  readonly encodeVersion: GroupVersioner
  readonly decodeVersion: GroupVersioner
}

/** Decodes, defaults and converts to one version; converts to another and encodes. */
export class VersioningCodec implements Serializer, FaithfulDecoder {
  readonly identifier: string
  readonly faithfulKinds: KindRegistry | undefined
  readonly #options: VersioningCodecOptions

  constructor(options: VersioningCodecOptions) {
    this.#options = options
    this.faithfulKinds = faithfulKindsOf(options.decoder)
    this.identifier = JSON.stringify({
      encodeGV: options.encodeVersion.identifier,
      encoder: options.encoder?.identifier,
      name: 'versioning',
    })
  }

  /**
   * Decodes, applies defaults, and converts to the requested class, otherwise to the decoding version. Unknown kinds read
   * as unstructured stay unchanged.
   *
   * @throws {@link StrictDecodingError} after everything else succeeded; its `decoded` is the converted object.
   */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    const { decoder, scheme } = this.#options
    if (decoder === undefined) throw new MachineryError('NotAllowed', 'decoding is not allowed for this codec')
    const findings: StrictDecodingError[] = []
    const decoded = collecting(findings, () => decoder.decode(data, this.#innerOptions(options)))
    const { object } = decoded
    if (isNestedObjectDecoder(object)) {
      collecting(findings, () => {
        object[decodeNestedObjects](decoder)
        return decoded
      })
    }
    scheme.default(object)
    const converted = { ...decoded, object: this.#converted(object, options.into) as T }
    if (findings.length === 0) return converted
    const all = findings.flatMap((error) => error.findings)
    throw new StrictDecodingError(all, { decoded: converted, cause: findings[0]?.cause })
  }

  /** Defaults and converts. Nested objects are left to {@link decode}, which collects what is found in them. */
  complete(object: KubernetesObject): KubernetesObject | undefined {
    const { decoder, scheme } = this.#options
    const { complete } = decoder as FaithfulDecoder
    const read = complete === undefined ? object : complete.call(decoder, object)
    if (read === undefined || isNestedObjectDecoder(read)) return undefined
    scheme.default(read)
    return this.#converted(read, undefined)
  }

  /**
   * Converts to the encoding version and encodes. Unversioned and undecoded objects are written unchanged.
   *
   * @throws {@link NotRegisteredError}, ConversionError; MachineryError `InvalidObject` for a value that is not an object.
   */
  encode(object: KubernetesObject): Uint8Array {
    const { encoder } = this.#options
    if (encoder === undefined) throw new MachineryError('NotAllowed', 'encoding is not allowed for this codec')
    return encoder.encode(this.#versioned(object))
  }

  #innerOptions<T extends KubernetesObject>(options: DecodeOptions<T>): DecodeOptions<T> {
    const { into, ...inner } = options
    if (into === undefined || isUnstructuredClass(into)) return options
    // The input may be of another kind than the class: it is converted here and not rejected below.
    return { ...inner, defaults: inner.defaults ?? into.groupVersionKind }
  }

  #converted<T extends KubernetesObject>(object: KubernetesObject, into: DecodeOptions<T>['into']): KubernetesObject {
    const { scheme, decodeVersion } = this.#options
    if (into !== undefined) return object instanceof into ? object : scheme.convert(object, into, decodeVersion)
    if (this.#isForeign(object)) return object
    return scheme.unsafeConvertToVersion(object, decodeVersion)
  }

  #versioned(object: KubernetesObject): KubernetesObject {
    const { scheme, encodeVersion } = this.#options
    if (isUnknown(object)) return object
    requireObject(object)
    if (!isTypedObject(object) && this.#isWrittenAsIs(object)) return object
    const { gvks, unversioned } = scheme.objectKinds(object)
    const [first] = gvks
    const out =
      unversioned && first !== undefined
        ? withGroupVersionKind(object, first)
        : scheme.unsafeConvertToVersion(object, encodeVersion)
    if (isNestedObjectEncoder(out)) out[encodeNestedObjects]((nested) => this.#versioned(nested))
    return out
  }

  /** Unstructured objects of the target version, or of none, need no class. Lists do if their items may convert. */
  #isWrittenAsIs(object: KubernetesObject): boolean {
    const { scheme, encodeVersion } = this.#options
    const gvk = groupVersionKindOf(object)
    if (isUnstructuredList(object) && scheme.recognizes(gvk)) return false
    if (gvk.version === '') return true
    const target = encodeVersion.kindForGroupVersionKinds([gvk])
    if (target === undefined) throw new NotRegisteredError(scheme.name, { gvk, target: encodeVersion })
    return target.equals(gvk)
  }

  #isForeign(object: KubernetesObject): boolean {
    return isUnknown(object) || (isUnstructured(object) && !this.#options.scheme.recognizes(groupVersionKindOf(object)))
  }
}

/** Runs a step; strict findings are kept for later when there is something to go on with. */
function collecting(findings: StrictDecodingError[], step: () => Decoded): Decoded {
  try {
    return step()
  } catch (error) {
    if (!isStrictDecodingError(error) || error.decoded === undefined) throw error
    findings.push(error)
    return error.decoded
  }
}
