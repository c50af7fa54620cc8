export {
  contentTypeCBOR,
  contentTypeCBORSequence,
  contentTypeJSON,
  contentTypeProtobuf,
  contentTypeYAML,
} from './content-type.js'
export type {
  BadItem,
  Decoded,
  DecodeOptions,
  Decoder,
  Encoder,
  GroupVersioner,
  KindRegistry,
  ReadingMode,
  RecognizingDecoder,
  Serializer,
  VersionTarget,
} from './interfaces.js'
export { goValueText } from './objects/go-value-text.js'
export { apiVersionInternal } from './objects/internal-version.js'
export { isList } from './objects/list-items.js'
export { isMissingKind, MissingKindError } from './objects/missing-kind-error.js'
export { isMissingVersion, MissingVersionError } from './objects/missing-version-error.js'
export {
  nestedBool,
  nestedFieldCopy,
  nestedFieldNoCopy,
  nestedFloat64,
  nestedInt64,
  nestedMap,
  nestedNullCoercingStringMap,
  nestedNumberAsFloat64,
  nestedSlice,
  nestedString,
  nestedStringMap,
  nestedStringSlice,
} from './objects/nested-field.js'
export type { NestedObjectDecoder, NestedObjectEncoder } from './objects/nested-objects.js'
export {
  decodeNestedObjects,
  encodeNestedObjects,
  isNestedObjectDecoder,
  isNestedObjectEncoder,
} from './objects/nested-objects.js'
export {
  getAnnotations,
  getContinue,
  getCreationTimestamp,
  getDeletionGracePeriodSeconds,
  getDeletionTimestamp,
  getFinalizers,
  getGenerateName,
  getGeneration,
  getLabels,
  getManagedFields,
  getName,
  getNamespace,
  getOwnerReferences,
  getRemainingItemCount,
  getResourceVersion,
  getSelfLink,
  getUID,
  setAnnotations,
  setContinue,
  setCreationTimestamp,
  setDeletionGracePeriodSeconds,
  setDeletionTimestamp,
  setFinalizers,
  setGenerateName,
  setGeneration,
  setLabels,
  setManagedFields,
  setName,
  setNamespace,
  setOwnerReferences,
  setRemainingItemCount,
  setResourceVersion,
  setSelfLink,
  setUID,
} from './objects/object-accessors.js'
export type { KindInit, ObjectInit } from './objects/object-init.js'
export {
  removeNestedField,
  setNestedField,
  setNestedMap,
  setNestedSlice,
  setNestedStringMap,
  setNestedStringSlice,
} from './objects/set-nested-field.js'
export { withMembers, withoutMembers } from './objects/shallow-copy.js'
export { typeMeta } from './objects/type-meta.js'
export {
  isTypedObject,
  type KindClass,
  type KubernetesObject,
  type ResourceInfo,
  TypedObject,
} from './objects/typed-object.js'
export { isUnknown, Unknown, type UnknownFields } from './objects/unknown.js'
export {
  isUnstructured,
  isUnstructuredClass,
  isUnstructuredList,
  Unstructured,
  UnstructuredList,
  unstructuredContent,
  unstructuredFromContent,
} from './objects/unstructured.js'
export { fromUnstructured, toUnstructured } from './objects/unstructured-converter.js'
export { EquivalentResourceRegistry } from './scheme/equivalent-resource-registry.js'
export {
  defaultMetaV1FieldSelectorConversion,
  type FieldLabel,
  type FieldLabelConversionFunction,
} from './scheme/field-label-conversion.js'
export {
  coercingMultiGroupVersioner,
  disabledGroupVersioner,
  internalGroupVersioner,
  multiGroupVersioner,
} from './scheme/group-versioners.js'
export { groupVersionKindOf, setGroupVersionKind, withGroupVersionKind } from './scheme/kind-access.js'
export type { KindRegistrar } from './scheme/kind-registrar.js'
export type { KnownType } from './scheme/kind-table.js'
export { isNotRegisteredError, NotRegisteredError, type NotRegisteredSubject } from './scheme/not-registered-error.js'
export type { ObjectKinds, ObjectTyper } from './scheme/object-typer.js'
export { ParameterCodec, type ParameterCodecOptions } from './scheme/parameter-codec.js'
export { Scheme } from './scheme/scheme.js'
export { SchemeBuilder, type SchemeFunction } from './scheme/scheme-builder.js'
export type { SchemeOptions } from './scheme/scheme-options.js'
export type { ValidationFunction, ValidationOperation, ValidationRequest } from './scheme/validation-function.js'
export { type CodecFactoryOptions, CoreCodecFactory } from './serializer/core-codec-factory.js'
export { JSONCodecFactory, type JSONCodecFactoryOptions } from './serializer/json-codec-factory.js'
export {
  isStrictDecodingError,
  StrictDecodingError,
  type StrictDecodingErrorOptions,
  type StrictFinding,
} from './strict-decoding-error.js'
