import { MachineryError } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'
import { isRequestEntityTooLargeError } from '../errors/predicates.js'
import { isJSONObject, type JSONObject, stringOrEmpty } from '../json/json-value.js'
import { parseJSON } from '../json/parse-json.js'
import { readBody } from '../runtime/serializer/streaming/read-body.js'

/** Limits for requests of a webhook. */
export interface WebhookOptions {
  /** Largest body that is read, in bytes. Default: 7 MiB, which holds two objects of the largest size that an API server stores. */
  readonly maxBodyBytes?: number
}

const defaultMaxBodyBytes = 7 * 1024 * 1024

/** A request that is not a review. It is answered with plain text and an HTTP status. */
export class ReviewError extends MachineryError {
  override readonly name: string = 'ReviewError'
  /** HTTP status to answer with. */
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super('BadReview', message, { cause })
    this.status = status
  }
}

/** A review, as it was received. */
export interface Review {
  readonly apiVersion: string
  readonly request: JSONObject
  /** Identifies the request; the answer repeats it. */
  readonly uid: string
}

/**
 * Reads the review of a webhook request.
 *
 * @throws ReviewError for another method than POST (405), another content type than JSON or a compressed body (415), a
 * body that is too large (413), and for anything but a review of the kind in one of the versions (400).
 */
export async function readReview(
  request: Request,
  kind: { readonly kind: string; readonly apiVersions: readonly string[] },
  options: WebhookOptions = {},
): Promise<Review> {
  checkHead(request)
  const body = await bodyOf(request, options.maxBodyBytes ?? defaultMaxBodyBytes)
  const review = parseBody(body)
  const { apiVersion } = review
  if (review.kind !== kind.kind || typeof apiVersion !== 'string' || !kind.apiVersions.includes(apiVersion)) {
    const expected = kind.apiVersions.map((version) => `${version}, Kind=${kind.kind}`).join(' or ')
    throw new ReviewError(
      400,
      `expected ${expected}, got ${stringOrEmpty(apiVersion)}, Kind=${stringOrEmpty(review.kind)}`,
    )
  }
  const { request: content } = review
  if (!isJSONObject(content)) throw new ReviewError(400, 'review has no request')
  const uid = stringOrEmpty(content.uid)
  if (uid === '') throw new ReviewError(400, 'request.uid is missing')
  return { apiVersion, request: content, uid }
}

function checkHead(request: Request): void {
  if (request.method !== 'POST') throw new ReviewError(405, `method ${request.method} is not allowed, use POST`)
  const contentType = request.headers.get('content-type') ?? ''
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase()
  if (mediaType !== 'application/json') {
    throw new ReviewError(415, `content type ${JSON.stringify(contentType)} is not supported, use application/json`)
  }
  const encoding = request.headers.get('content-encoding') ?? 'identity'
  if (encoding !== 'identity')
    throw new ReviewError(415, `content encoding ${JSON.stringify(encoding)} is not supported`)
}

async function bodyOf(request: Request, limit: number): Promise<Uint8Array> {
  try {
    return await readBody(request.body, { limit, contentLength: request.headers.get('content-length') })
  } catch (error) {
    if (!isRequestEntityTooLargeError(error)) throw error
    throw new ReviewError(413, `body is larger than ${limit} bytes`, error)
  }
}

function parseBody(body: Uint8Array): JSONObject {
  try {
    const value = parseJSON(body)
    if (isJSONObject(value)) return value
  } catch (error) {
    throw new ReviewError(400, `body is not JSON: ${messageOf(error)}`, error)
  }
  throw new ReviewError(400, 'body is not a JSON object')
}
