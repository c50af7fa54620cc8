export {
  contentTypeCBOR,
  contentTypeCBORSequence,
  contentTypeJSON,
  contentTypeProtobuf,
  contentTypeYAML,
} from './content-type.js'
export { EquivalentResourceRegistry } from './equivalent-resource-registry.js'
export {
  defaultMetaV1FieldSelectorConversion,
  type FieldLabel,
  type FieldLabelConversionFunction,
} from './field-label-conversion.js'
export { goValueText } from './go-value-text.js'
export {
  coercingMultiGroupVersioner,
  disabledGroupVersioner,
  internalGroupVersioner,
  multiGroupVersioner,
} from './group-versioners.js'
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
export { apiVersionInternal } from './internal-version.js'
export { groupVersionKindOf, setGroupVersionKind, withGroupVersionKind } from './kind-access.js'
export type { KindRegistrar } from './kind-registrar.js'
export type { KnownType } from './kind-table.js'
export { eachListItem, isList } from './list-items.js'
export { isMissingKind, MissingKindError } from './missing-kind-error.js'
export { isMissingVersion, MissingVersionError } from './missing-version-error.js'
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
} from './nested-field.js'
export type { NestedObjectDecoder, NestedObjectEncoder } from './nested-objects.js'
export {
  decodeNestedObjects,
  encodeNestedObjects,
  isNestedObjectDecoder,
  isNestedObjectEncoder,
} from './nested-objects.js'
export { isNotRegisteredError, NotRegisteredError, type NotRegisteredSubject } from './not-registered-error.js'
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
} from './object-accessors.js'
export type { ObjectInit } from './object-init.js'
export type { ObjectKinds, ObjectTyper } from './object-typer.js'
export { ParameterCodec, type ParameterCodecOptions } from './parameter-codec.js'
export { Scheme } from './scheme.js'
export { SchemeBuilder, type SchemeFunction } from './scheme-builder.js'
export { type CodecFactoryOptions, CoreCodecFactory } from './serializer/core-codec-factory.js'
export { JSONCodecFactory, type JSONCodecFactoryOptions } from './serializer/json-codec-factory.js'
export {
  removeNestedField,
  setNestedField,
  setNestedMap,
  setNestedSlice,
  setNestedStringMap,
  setNestedStringSlice,
} from './set-nested-field.js'
export { isStrictDecodingError, StrictDecodingError, type StrictDecodingErrorOptions } from './strict-decoding-error.js'
export { typeMeta } from './type-meta.js'
export {
  isTypedObject,
  type KindClass,
  type KubernetesObject,
  type ResourceInfo,
  TypedObject,
} from './typed-object.js'
export { isUnknown, Unknown, type UnknownFields } from './unknown.js'
export {
  isUnstructured,
  isUnstructuredClass,
  isUnstructuredList,
  Unstructured,
  UnstructuredList,
  unstructuredContent,
  unstructuredFromContent,
} from './unstructured.js'
export { fromUnstructured, toUnstructured } from './unstructured-converter.js'
export type { ValidationFunction, ValidationOperation, ValidationRequest } from './validation-function.js'
