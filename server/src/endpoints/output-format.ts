import type { KubernetesObject } from 'apimachinery/runtime'
import {
  type EndpointRestrictions,
  type MediaTypeOptions,
  type NegotiatedSerializer,
  type NegotiationRequest,
  negotiateOutputMediaType,
  type SerializerInfo,
} from 'apimachinery/runtime/serializer'
import type { GroupVersionKind } from 'apimachinery/schema'
import type { HeaderFields, ServerRequest } from '../request/http.js'
import { negotiatedSerializer } from './general-formats.js'

/** The requested format of a response. */
export interface OutputFormat {
  readonly info: SerializerInfo
  readonly mediaType: string
  /** Tables and metadata in place of the objects. */
  readonly convert: GroupVersionKind | undefined
  /** Names the bytes that {@link encode} writes for a version. */
  readonly identifier: string
  encode(object: KubernetesObject): Uint8Array
}

const mostRemembered = 200

/** Negotiates the format of answers, and remembers what was found for a header. */
export class OutputFormats {
  readonly serializer: NegotiatedSerializer
  readonly restrictions: EndpointRestrictions | undefined
  readonly #known = new Map<string, OutputFormat>()

  constructor(infos: readonly SerializerInfo[], restrictions?: EndpointRestrictions) {
    this.serializer = negotiatedSerializer(infos)
    this.restrictions = restrictions
  }

  /** @throws NotAcceptableError */
  of(request: Pick<ServerRequest, 'headers' | 'query'>): OutputFormat {
    const negotiation = negotiationRequest(request)
    const { accept = '', pretty } = negotiation
    const userAgent = pretty === undefined ? prettyAgent(negotiation.userAgent) : ''
    const key = `${accept}\n${pretty ?? ''}\n${userAgent}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { options, info } = negotiateOutputMediaType(negotiation, this.serializer, this.restrictions)
    const format = formatOf(options, info)
    if (this.#known.size < mostRemembered) this.#known.set(key, format)
    return format
  }
}

/** The parts of a request for negotiation. */
export function negotiationRequest({ headers, query }: Pick<ServerRequest, 'headers' | 'query'>): NegotiationRequest {
  return {
    accept: headerText(headers, 'accept'),
    userAgent: headerText(headers, 'user-agent'),
    pretty: query.get('pretty') ?? undefined,
  }
}

/** The value of a header; the values of a repeated one joined. */
export function headerText(headers: HeaderFields, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' || value === undefined ? value : value.join(',')
}

function formatOf({ convert }: MediaTypeOptions, info: SerializerInfo): OutputFormat {
  const { serializer, mediaType } = info
  return {
    info,
    mediaType,
    convert: convert?.kind === '' ? undefined : convert,
    identifier: `${mediaType} ${serializer.identifier}`,
    encode: (object) => serializer.encode(object),
  }
}

/** All that matters of a user agent is whether it is one of those that people read answers with. */
function prettyAgent(userAgent: string | undefined): string {
  return /^(?:curl|Wget|Mozilla\/5\.0)/.exec(userAgent ?? '')?.[0] ?? ''
}
