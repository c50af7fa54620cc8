export { allFormats } from './all-formats.js'
export { BaseCodecFactory, type CodecParts } from './base-codec-factory.js'
export { Base64Serializer } from './base64-serializer.js'
export { CodecFactory } from './codec-factory.js'
export { type CodecFactoryOptions, CoreCodecFactory } from './core-codec-factory.js'
export { decodeList, encodeList, type ListOutcome } from './decode-list.js'
export { ItemIsolatingDecoder, type ItemIsolatingDecoderOptions } from './item-isolating-decoder.js'
export { JSONCodecFactory, type JSONCodecFactoryOptions } from './json-codec-factory.js'
export { type AcceptClause, parseAcceptHeader } from './negotiation/accept-header.js'
export { ClientNegotiator, type StreamDecoder } from './negotiation/client-negotiator.js'
export { type MediaType, parseMediaType } from './negotiation/media-type.js'
export {
  defaultEndpointRestrictions,
  type EndpointRestrictions,
  type MediaTypeOptions,
  mediaTypesForSerializer,
  type NegotiationRequest,
  negotiateInputSerializer,
  negotiateMediaTypeOptions,
  negotiateOutputMediaType,
  negotiateOutputMediaTypeStream,
} from './negotiation/negotiate.js'
export {
  isNegotiateError,
  isNotAcceptableError,
  isUnsupportedMediaTypeError,
  NegotiateError,
  NotAcceptableError,
  UnsupportedMediaTypeError,
} from './negotiation/negotiation-error.js'
export { decodeRawExtension } from './raw-extension.js'
export { RecognizerDecoder } from './recognizer-decoder.js'
export {
  type FormatOptions,
  type Framer,
  type NegotiatedSerializer,
  type SerializerFormat,
  type SerializerInfo,
  type StreamSerializerInfo,
  serializerInfoForMediaType,
} from './serializer-info.js'
export { unstructuredRegistry, withUnstructured } from './unstructured-registry.js'
export { VersioningCodec, type VersioningCodecOptions } from './versioning-codec.js'
export { WithVersionEncoder, type WithVersionEncoderOptions } from './with-version-encoder.js'
