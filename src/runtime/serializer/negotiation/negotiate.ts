import { GroupVersionKind } from '../../../schema/group-version-kind.js'
import { contentTypeCBOR, contentTypeCBORSequence } from '../../content-type.js'
import { type NegotiatedSerializer, type SerializerInfo, serializerInfoForMediaType } from '../serializer-info.js'
import { type AcceptClause, parseAcceptHeader } from './accept-header.js'
import { parseMediaType } from './media-type.js'
import { NotAcceptableError, UnsupportedMediaTypeError } from './negotiation-error.js'

/** What an endpoint allows in the parameters of a media type. */
export interface EndpointRestrictions {
  /** Whether objects may be returned as `target`; without a target, whether the media type is allowed. */
  allowsMediaTypeTransform(type: string, subType: string, target: GroupVersionKind | undefined): boolean
  /** Whether the parameter `sv` may have this value. */
  allowsServerVersion(version: string): boolean
  /** Whether the parameter `stream` may have this value. */
  allowsStreamSchema(schema: string): boolean
}

/** Allows no transformation, no server version, and watching as the only stream. */
export const defaultEndpointRestrictions: EndpointRestrictions = {
  allowsMediaTypeTransform: (_type, _subType, target) => target === undefined,
  allowsServerVersion: () => false,
  allowsStreamSchema: (schema) => schema === 'watch',
}

/** A chosen format and the parameters of its media type. */
export interface MediaTypeOptions {
  readonly accepted: SerializerInfo
  /** `pretty=1` */
  readonly pretty: boolean
  /** `stream=watch`; empty for none. */
  readonly stream: string
  /** `as=Table;g=meta.k8s.io;v=v1` */
  readonly convert: GroupVersionKind | undefined
  /** `sv=…`; empty for none. */
  readonly useServerVersion: string
  /** `export=1` */
  readonly export: boolean
  /** `profile=…`; empty for none. */
  readonly profile: string
  /** Names of parameters that mean nothing here. */
  readonly unrecognized: readonly string[]
}

/** The parts of a request that decide about its formats. Header values, without their names. */
export interface NegotiationRequest {
  readonly accept?: string | undefined
  readonly userAgent?: string | undefined
  /** Query parameter `pretty`. */
  readonly pretty?: string | undefined
}

/** Media types that an API server names in errors: of single objects and of streams. */
export function mediaTypesForSerializer(serializer: NegotiatedSerializer): {
  readonly mediaTypes: readonly string[]
  readonly streamMediaTypes: readonly string[]
} {
  const infos = serializer.supportedMediaTypes()
  const streams = infos.filter((info) => info.streamSerializer !== undefined)
  return {
    mediaTypes: infos.map((info) => info.mediaType),
    streamMediaTypes: streams.map(({ mediaType }) =>
      mediaType === contentTypeCBOR ? contentTypeCBORSequence : `${mediaType};stream=watch`,
    ),
  }
}

/**
 * Chooses the first format that the most preferred clause of an `Accept` header allows, and parses the clause's parameters;
 * `undefined` if none matches. An empty header selects the first format. Weights only order the clauses: one of 0 is the last resort.
 */
export function negotiateMediaTypeOptions(
  header: string,
  accepted: readonly SerializerInfo[],
  restrictions: EndpointRestrictions = defaultEndpointRestrictions,
): MediaTypeOptions | undefined {
  const [first] = accepted
  if (header === '' && first !== undefined) return mediaTypeOptions(new Map(), first)
  for (const clause of parseAcceptHeader(header)) {
    for (const info of accepted) {
      if (!matches(clause, info)) continue
      const options = mediaTypeOptions(clause.parameters, info)
      if (isAllowed(options, restrictions)) return options
    }
  }
  return undefined
}

/**
 * Chooses the format of a response. The serializer is the pretty one if the media type, the query or the user agent of an
 * interactive tool asks for it and the format has one.
 *
 * @throws {@link NotAcceptableError}
 */
export function negotiateOutputMediaType(
  request: NegotiationRequest,
  serializer: NegotiatedSerializer,
  restrictions: EndpointRestrictions = defaultEndpointRestrictions,
): { readonly options: MediaTypeOptions; readonly info: SerializerInfo } {
  const infos = serializer.supportedMediaTypes()
  const options = negotiateMediaTypeOptions(request.accept ?? '', infos, restrictions)
  if (options === undefined) throw new NotAcceptableError(mediaTypesForSerializer(serializer).mediaTypes)
  const { accepted } = options
  const pretty = (options.pretty || isPrettyPrint(request)) && accepted.prettySerializer
  return { options, info: pretty ? { ...accepted, serializer: pretty } : accepted }
}

/** Chooses how to answer a request for a stream. @throws {@link NotAcceptableError} */
export function negotiateOutputMediaTypeStream(
  request: NegotiationRequest,
  serializer: NegotiatedSerializer,
  restrictions: EndpointRestrictions = defaultEndpointRestrictions,
): SerializerInfo {
  const infos = serializer.supportedMediaTypes()
  const accepted = negotiateMediaTypeOptions(request.accept ?? '', infos, restrictions)?.accepted
  if (accepted?.streamSerializer !== undefined) return accepted
  throw new NotAcceptableError(mediaTypesForSerializer(serializer).streamMediaTypes)
}

/**
 * Chooses how to read a body by its `Content-Type`; the first format for none.
 *
 * @throws {@link UnsupportedMediaTypeError}
 */
export function negotiateInputSerializer(
  contentType: string,
  serializer: NegotiatedSerializer,
  { streaming = false }: { readonly streaming?: boolean } = {},
): SerializerInfo {
  const infos = serializer.supportedMediaTypes()
  const mediaType = contentType === '' ? infos[0]?.mediaType : parseMediaType(contentType)?.mediaType
  const info = mediaType === undefined ? undefined : serializerInfoForMediaType(infos, mediaType)
  if (info !== undefined) return info
  const { mediaTypes, streamMediaTypes } = mediaTypesForSerializer(serializer)
  throw new UnsupportedMediaTypeError(streaming ? streamMediaTypes : mediaTypes)
}

function matches({ type, subType }: AcceptClause, info: SerializerInfo): boolean {
  const { mediaTypeType, mediaTypeSubType } = info
  if (type === '*') return subType === '*'
  return type === mediaTypeType && (subType === '*' || subType === mediaTypeSubType)
}

const known = /* @__PURE__ */ new Set(['as', 'g', 'v', 'stream', 'sv', 'export', 'pretty', 'profile'])

function mediaTypeOptions(parameters: ReadonlyMap<string, string>, accepted: SerializerInfo): MediaTypeOptions {
  const value = (name: string): string => parameters.get(name) ?? ''
  const converts = parameters.has('as') || parameters.has('g') || parameters.has('v')
  return {
    accepted,
    pretty: value('pretty') === '1',
    stream: value('stream'),
    convert: converts ? new GroupVersionKind(value('g'), value('v'), value('as')) : undefined,
    useServerVersion: value('sv'),
    export: value('export') === '1',
    profile: value('profile'),
    unrecognized: [...parameters.keys()].filter((name) => !known.has(name)),
  }
}

function isAllowed(options: MediaTypeOptions, restrictions: EndpointRestrictions): boolean {
  const { accepted, stream, useServerVersion, convert } = options
  if (stream !== '' && (accepted.streamSerializer === undefined || !restrictions.allowsStreamSchema(stream)))
    return false
  if (useServerVersion !== '' && !restrictions.allowsServerVersion(useServerVersion)) return false
  return restrictions.allowsMediaTypeTransform(accepted.mediaTypeType, accepted.mediaTypeSubType, convert)
}

/** Tools that people read the answers of. */
const peoplesTools = /^(?:curl|Wget|Mozilla\/5\.0)/
const truths = /* @__PURE__ */ new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])

function isPrettyPrint({ pretty = '', userAgent = '' }: NegotiationRequest): boolean {
  return pretty === '' ? peoplesTools.test(userAgent) : truths.has(pretty)
}
