import type { GroupVersion } from '../schema/group-version.js'
import type { GroupVersionKind } from '../schema/group-version-kind.js'
import type { KindClass, KubernetesObject } from './objects/typed-object.js'

/** How input is read. See the design, D5. */
export type ReadingMode = 'faithful' | 'strict' | 'canonical'

/** What a decoder may be told. */
export interface DecodeOptions<T extends KubernetesObject = KubernetesObject> {
  /** Fills group, version or kind that the input leaves out. */
  readonly defaults?: GroupVersionKind
  /**
   * The class that is wanted; it also fills group, version or kind that the input leaves out. Codecs that convert
   * convert to it, `universalDeserializer()` refuses input of another kind (`KindMismatch`), and the serializer of a
   * format gives an object of the kind that it finds, as in Go.
   */
  readonly into?: KindClass<T>
  /** Reads a list although some of its items are bad: they are left out and reported in {@link Decoded.badItems}. */
  readonly isolateItems?: boolean
}

/** A list item that could not be read. */
export interface BadItem {
  readonly index: number
  readonly error: unknown
  /** The item as it stands in the input. */
  readonly item: KubernetesObject
}

/** A decoded object and the kind the input said it had. */
export interface Decoded<T extends KubernetesObject = KubernetesObject> {
  readonly object: T
  readonly gvk: GroupVersionKind
  /** Items left out of a list; present when {@link DecodeOptions.isolateItems} was asked for. */
  readonly badItems?: readonly BadItem[]
}

/** Reads objects from bytes or text. */
export interface Decoder {
  /** Reads one object; what is thrown for bad input says where, and follows Go's wording. */
  decode<T extends KubernetesObject = KubernetesObject>(
    data: Uint8Array | string,
    options?: DecodeOptions<T>,
  ): Decoded<T>
}

/** Writes objects to bytes. Encoders with the same `identifier` write the same bytes for the same object. */
export interface Encoder {
  readonly identifier: string
  /** The bytes of an object; a new array each time. */
  encode(object: KubernetesObject): Uint8Array
}

/** One wire format, without conversion or defaulting. */
export interface Serializer extends Encoder, Decoder {}

/** A serializer that can tell from the first bytes whether the input is its own. */
export interface RecognizingDecoder extends Decoder {
  /** `unknown: true` when the bytes neither prove nor exclude the format. */
  recognizesData(data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean }
}

/** Chooses the version that objects are encoded in or decoded to. */
export interface GroupVersioner {
  readonly identifier: string
  /** The kind to convert to, of those an object can be; `undefined` when none is wanted. */
  kindForGroupVersionKinds(kinds: readonly GroupVersionKind[]): GroupVersionKind | undefined
}

/** Anything that names a target version. */
export type VersionTarget = GroupVersion | GroupVersioner

/** What serializers ask of a Scheme: which class reads a kind. `Scheme` implements it. */
export interface KindRegistry {
  /** Name of the scheme, for error messages. */
  readonly name: string
  /** The class registered for exactly this group, version and kind. */
  classFor(gvk: GroupVersionKind): KindClass | undefined
}
