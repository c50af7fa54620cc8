import type { GroupVersion } from '../schema/group-version.js'
import type { GroupVersionKind } from '../schema/group-version-kind.js'
import type { KindClass, KubernetesObject } from './objects/typed-object.js'

/** How input is read. See the design, D5. */
export type ReadingMode = 'faithful' | 'strict' | 'canonical'

/** Options of a decoder. */
export interface DecodeOptions<T extends KubernetesObject = KubernetesObject> {
  /** Fills group, version or kind that the input leaves out. */
  readonly defaults?: GroupVersionKind
  /**
   * The class to decode into; it also supplies group, version or kind that the input lacks. Codecs that convert convert to
   * it, `universalDeserializer()` rejects input of another kind (`KindMismatch`), and the serializer of a single format
   * returns an object of the kind that it finds, as in Go.
   */
  readonly into?: KindClass<T>
  /**
   * Decodes a list although some of its items are invalid: these are omitted and reported in {@link Decoded.badItems}.
   */
  readonly isolateItems?: boolean
}

/** A list item that could not be read. */
export interface BadItem {
  readonly index: number
  readonly error: unknown
  /** The item, as in the input. */
  readonly item: KubernetesObject
}

/** A decoded object and the kind that the input declares. */
export interface Decoded<T extends KubernetesObject = KubernetesObject> {
  readonly object: T
  readonly gvk: GroupVersionKind
  /** Items omitted from a list; present with {@link DecodeOptions.isolateItems}. */
  readonly badItems?: readonly BadItem[]
}

/** Reads objects from bytes or text. */
export interface Decoder {
  /** Decodes one object; errors for invalid input have the position and Go's wording. */
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

/** A serializer that can recognize its format from the first bytes. */
export interface RecognizingDecoder extends Decoder {
  /** `unknown: true` if the bytes neither prove nor exclude the format. */
  recognizesData(data: Uint8Array): { readonly ok: boolean; readonly unknown: boolean }
}

/** Chooses the version that objects are encoded in or decoded to. */
export interface GroupVersioner {
  readonly identifier: string
  /** The kind to convert to, out of the possible kinds of an object; `undefined` if none matches. */
  kindForGroupVersionKinds(kinds: readonly GroupVersionKind[]): GroupVersionKind | undefined
}

/** Anything that names a target version. */
export type VersionTarget = GroupVersion | GroupVersioner

/** The part of a Scheme that serializers need: the class of each kind. `Scheme` implements it. */
export interface KindRegistry {
  /** Name of the scheme, for error messages. */
  readonly name: string
  /** The class registered for exactly this group, version and kind. */
  classFor(gvk: GroupVersionKind): KindClass | undefined
}
