import type { JSONValue } from '../../../descriptor/types.js'
import { stringifyJSON } from '../../../json/stringify-json.js'
import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import type {
  Decoded,
  DecodeOptions,
  KindRegistry,
  ReadingMode,
  RecognizingDecoder,
  Serializer,
} from '../../interfaces.js'
import { instantiate } from '../../objects/instantiate.js'
import { MissingKindError } from '../../objects/missing-kind-error.js'
import { MissingVersionError } from '../../objects/missing-version-error.js'
import { asRead } from '../../objects/nil-items.js'
import { requireObject } from '../../objects/require-object.js'
import { isTypedObject, type KindClass, type KubernetesObject, kindClassOf } from '../../objects/typed-object.js'
import { undeclaredFields } from '../../objects/undeclared-fields.js'
import { isUnknown } from '../../objects/unknown.js'
import {
  isUnstructured,
  isUnstructuredClass,
  isUnstructuredList,
  type Unstructured,
  type UnstructuredForm,
  unstructuredContent,
  unstructuredFormOf,
  unstructuredFromContent,
} from '../../objects/unstructured.js'
import { groupVersionKindOf } from '../../scheme/kind-access.js'
import { NotRegisteredError } from '../../scheme/not-registered-error.js'
import { StrictDecodingError, type StrictFinding } from '../../strict-decoding-error.js'
import { isClassOfKind } from '../require-class.js'
import { CBORError } from './cbor-error.js'
import { decodeCBOR } from './decode.js'
import { encodeCBOR } from './encode.js'
import { guessTypeMeta } from './guess-type-meta.js'
import { readTypeMeta } from './read-type-meta.js'
import { hasSelfDescribedTag } from './self-described.js'

/** How a {@link CBORSerializer} reads and writes. */
export interface CBORSerializerOptions {
  /**
   * How keys are treated that a type does not declare: `faithful` (default) keeps them, `strict` rejects them when reading,
   * `canonical` drops them as Go does, reading and writing.
   */
  readonly mode?: ReadingMode
}

interface Reading {
  readonly type: KindClass
  readonly gvk: GroupVersionKind
  /** Keys that the type does not declare. */
  readonly findings: readonly StrictFinding[]
}

/** Reads and writes `application/cbor` with the bytes of Kubernetes' CBOR serializer. */
export class CBORSerializer implements Serializer, RecognizingDecoder {
  readonly identifier: string = 'cbor'
  readonly #registry: KindRegistry
  readonly #mode: ReadingMode

  constructor(registry: KindRegistry, options: CBORSerializerOptions = {}) {
    this.#registry = registry
    this.#mode = options.mode ?? 'faithful'
  }

  recognizesData(data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean } {
    return { ok: hasSelfDescribedTag(data), unknown: false }
  }

  /**
   * Reads an object.
   *
   * @throws CBORError, MissingKindError, MissingVersionError, NotRegisteredError, and StrictDecodingError in mode `strict`.
   */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options: DecodeOptions<T> = {},
  ): Decoded<T> {
    if (typeof data === 'string') throw new CBORError('CBORDecode', 'CBOR is bytes, not text')
    const into: KindClass | undefined = options.into
    if (into !== undefined && isUnstructuredClass(into)) {
      return this.#decodeUnstructured(data, unstructuredFormOf(into)) as Decoded<T>
    }
    const guessed = this.#decodeGuessed(data, into)
    if (guessed !== undefined) return guessed as Decoded<T>
    let gvk = readTypeMeta(data)
    if (options.defaults !== undefined) gvk = withDefaults(gvk, options.defaults)
    if (into !== undefined) gvk = withDefaults(gvk, into.groupVersionKind)
    if (gvk.kind === '') throw new MissingKindError(shown(data))
    if (gvk.version === '') throw new MissingVersionError(shown(data))
    const type = isClassOfKind(into, gvk) ? into : this.#registry.classFor(gvk)
    if (type === undefined) throw new NotRegisteredError(this.#registry.name, { gvk })
    if (isUnstructuredClass(type)) return this.#decodeUnstructured(data, 'either') as Decoded<T>
    return this.#decodeTyped(data, type, gvk) as Decoded<T>
  }

  /**
   * Writes an object; keys in the deterministic order.
   *
   * @throws CBORError with the field path for values of a wrong type; MachineryError `InvalidObject` for a value that is
   * not an object.
   */
  encode(object: KubernetesObject): Uint8Array {
    return this.#encode(object, true)
  }

  /** As {@link encode}, but keys keep their order: faster, and equal objects may have different bytes. */
  encodeNondeterministic(object: KubernetesObject): Uint8Array {
    return this.#encode(object, false)
  }

  #encode(object: KubernetesObject, deterministic: boolean): Uint8Array {
    if (isUnknown(object)) return encodeCBOR(object.toJSON() as JSONValue, { deterministic })
    requireObject(object)
    if (isUnstructured(object)) return encodeCBOR(object, { deterministic })
    const type = this.#classOf(object)
    if (type === undefined) return encodeCBOR(object, { deterministic })
    const unknownKeys = this.#mode === 'canonical' ? 'drop' : 'keep'
    return encodeCBOR(asRead(object), { deterministic, unknownKeys, type: type.descriptor })
  }

  #classOf(object: KubernetesObject): KindClass | undefined {
    if (isTypedObject(object)) return kindClassOf(object)
    const type = this.#registry.classFor(groupVersionKindOf(object))
    return isUnstructuredClass(type) ? undefined : type
  }

  /**
   * Reads an object as what it seems to be, which saves passing over it for its kind first. `undefined` when the guess was
   * wrong or anything else is: then the object is read step by step, as Go does, for the right error.
   */
  #decodeGuessed(data: Uint8Array, into: KindClass | undefined): Decoded | undefined {
    const gvk = guessTypeMeta(data)
    if (gvk === undefined || gvk.kind === '' || gvk.version === '') return undefined
    const type = isClassOfKind(into, gvk) ? into : this.#registry.classFor(gvk)
    if (type === undefined || isUnstructuredClass(type)) return undefined
    const findings: StrictFinding[] = []
    let value: JSONValue
    try {
      value = this.#readTyped(data, type, findings)
    } catch {
      return undefined
    }
    return isOfKind(value, gvk) ? this.#decoded(value, { type, gvk, findings }) : undefined
  }

  #decodeTyped(data: Uint8Array, type: KindClass, gvk: GroupVersionKind): Decoded {
    const findings: StrictFinding[] = []
    return this.#decoded(this.#readTyped(data, type, findings), { type, gvk, findings })
  }

  #readTyped(data: Uint8Array, type: KindClass, findings: StrictFinding[]): JSONValue {
    const value = decodeCBOR(data, {
      type: type.descriptor,
      keepUnknown: this.#mode === 'faithful',
      onUnknown: (index) => findings.push({ message: `cbor: found unknown field at map element index ${index}` }),
    })
    if (this.#mode === 'strict')
      findings.push(...undeclaredFields(type, value).map(({ path, message }) => ({ path, message })))
    return value
  }

  #decoded(value: JSONValue, { type, gvk, findings }: Reading): Decoded {
    const decoded = { object: instantiate(value, type), gvk }
    if (this.#mode === 'strict' && findings.length > 0) throw new StrictDecodingError(findings, { decoded })
    return decoded
  }

  #decodeUnstructured(data: Uint8Array, form: UnstructuredForm): Decoded {
    const content = readContent(data)
    if (typeof content !== 'object' || Array.isArray(content)) {
      readTypeMeta(data)
      throw new CBORError('CBORDecode', 'cbor: cannot unmarshal into Go value of type map[string]interface {}')
    }
    const object = unstructuredFromContent(content ?? {}, form)
    const gvk = groupVersionKindOf(object)
    if (gvk.kind === '') throw new MissingKindError(shown(data))
    if (gvk.version === '') throw new MissingVersionError(shown(data))
    if (form !== 'object' && isUnstructuredList(object)) for (const item of object.items) checkItem(item, data)
    return { object, gvk }
  }
}

/** In case of an error Go looks for the kind first, and its message says so. */
function readContent(data: Uint8Array): JSONValue {
  try {
    return decodeCBOR(data)
  } catch (error) {
    readTypeMeta(data)
    throw error
  }
}

function checkItem(item: Unstructured, data: Uint8Array): void {
  const { kind, apiVersion } = unstructuredContent(item)
  if (typeof kind !== 'string' || kind === '') throw new MissingKindError(shown(data))
  if (typeof apiVersion !== 'string' || apiVersion === '') throw new MissingVersionError(shown(data))
}

/** Fills the kind, and group and version where both or the version are missing. */
function withDefaults(gvk: GroupVersionKind, defaults: GroupVersionKind): GroupVersionKind {
  const kind = gvk.kind === '' ? defaults.kind : gvk.kind
  if (gvk.version !== '') return new GroupVersionKind(gvk.group, gvk.version, kind)
  if (gvk.group === '' || gvk.group === defaults.group)
    return new GroupVersionKind(defaults.group, defaults.version, kind)
  return new GroupVersionKind(gvk.group, '', kind)
}

/** Reports whether an object declares a kind. */
function isOfKind(value: JSONValue, gvk: GroupVersionKind): boolean {
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown }
  return kind === gvk.kind && apiVersion === gvk.toAPIVersionAndKind().apiVersion
}

/** The data as text for an error message. */
function shown(data: Uint8Array): string {
  try {
    return stringifyJSON(decodeCBOR(data))
  } catch {
    // Values that JSON cannot represent, such as a map with integer keys.
    return `h'${Array.from(data.subarray(0, 1024), (byte) => byte.toString(16).padStart(2, '0')).join('')}'`
  }
}
