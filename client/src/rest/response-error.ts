import { statusErrorFromAnswer } from 'apimachinery/errors'
import { GroupVersionKind } from 'apimachinery/schema'
import { headerOf } from '../transport/transport.js'
import type { KindCodec } from './kind-codec.js'
import { type FailedRequest, RequestStatusError } from './request-status-error.js'
import type { RequestTarget } from './request-target.js'

/** Old servers leave the version of a Status out. */
const withoutVersion = new GroupVersionKind('', 'v1', '')

/**
 * The error of a failed response: the server's Status, or one made from the HTTP status and the text, as in client-go. HTML
 * pages of proxies are shown without markup.
 */
export function errorFromResponse(
  request: FailedRequest,
  body: Uint8Array,
  { codec, target }: { readonly codec: KindCodec; readonly target: RequestTarget | undefined },
): RequestStatusError {
  const isPage = headerOf(request.headers, 'content-type')?.toLowerCase().startsWith('text/html') === true
  const answer = {
    status: request.httpStatus,
    headers: { get: (name: string) => headerOf(request.headers, name) },
    body: isPage ? withoutMarkup(body) : body,
  }
  const { status } = statusErrorFromAnswer(answer, {
    method: request.method,
    name: target?.name,
    resource: target && { group: target.group, resource: target.resource },
    decode: (bytes, contentType) =>
      codec.forContentType(contentType || 'application/json')?.serializer.decode(bytes, { defaults: withoutVersion })
        .object,
  })
  return new RequestStatusError(status, request)
}

function withoutMarkup(body: Uint8Array): Uint8Array {
  const page = new TextDecoder().decode(body.subarray(0, 64 * 1024))
  const text = page.replace(/<(script|style)\b[\s\S]*?(<\/\1>|$)/gi, ' ').replace(/<[^>]*(>|$)/g, ' ')
  return new TextEncoder().encode(text.replace(/\s+/g, ' ').trim())
}
