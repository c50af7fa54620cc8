/**
 * The main entry: what nearly every program needs, with little code. Everything else has its own entry, such as
 * `apimachinery/labels`; codecs for every wire format are in `apimachinery/runtime/serializer`.
 */
export { ConversionError, isConversionError } from './conversion/conversion-error.js'
export type { ConversionFunction, ConversionScope } from './conversion/scope.js'
export type { JSONObject, JSONValue, StructDescriptor } from './descriptor/types.js'
export { isMachineryError, MachineryError, type TextPosition } from './errors/machinery-error.js'
export type {
  Decoded,
  DecodeOptions,
  Decoder,
  Encoder,
  GroupVersioner,
  ReadingMode,
  Serializer,
} from './runtime/interfaces.js'
export { isMissingKind, MissingKindError } from './runtime/objects/missing-kind-error.js'
export { isMissingVersion, MissingVersionError } from './runtime/objects/missing-version-error.js'
export type { ObjectInit } from './runtime/objects/object-init.js'
export { typeMeta } from './runtime/objects/type-meta.js'
export {
  isTypedObject,
  type KindClass,
  type KubernetesObject,
  type ResourceInfo,
  TypedObject,
} from './runtime/objects/typed-object.js'
export { isUnstructured, Unstructured, UnstructuredList } from './runtime/objects/unstructured.js'
export { groupVersionKindOf } from './runtime/scheme/kind-access.js'
export type { KindRegistrar } from './runtime/scheme/kind-registrar.js'
export { isNotRegisteredError, NotRegisteredError } from './runtime/scheme/not-registered-error.js'
export { Scheme } from './runtime/scheme/scheme.js'
export { SchemeBuilder } from './runtime/scheme/scheme-builder.js'
export type { CodecFactoryOptions } from './runtime/serializer/core-codec-factory.js'
export { JSONSerializer, type JSONSerializerOptions } from './runtime/serializer/json/json-serializer.js'
export { JSONCodecFactory, type JSONCodecFactoryOptions } from './runtime/serializer/json-codec-factory.js'
export { isStrictDecodingError, StrictDecodingError } from './runtime/strict-decoding-error.js'
export { GroupKind } from './schema/group-kind.js'
export { GroupResource } from './schema/group-resource.js'
export { GroupVersion } from './schema/group-version.js'
export { GroupVersionKind } from './schema/group-version-kind.js'
export { GroupVersionResource } from './schema/group-version-resource.js'
export { parseGroupVersion } from './schema/parse.js'
