import type { JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'
import { ReviewError } from './read-review.js'
import type { WebhookFacts } from './webhook-facts.js'

/** A handler of web requests: `Request` in, `Response` out. */
export interface WebhookHandler {
  (request: Request): Promise<Response>
  /** What it is for; absent for handlers that were not made by this package. */
  readonly facts?: WebhookFacts
}

/** Answers with the result as JSON; with plain text and an HTTP status, if the request is not a review. */
export async function answer(work: () => Promise<JSONValue>): Promise<Response> {
  try {
    const headers = { 'content-type': 'application/json' }
    return new Response(stringifyJSON(await work(), { keys: 'kept' }), { headers })
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error
    return new Response(`${error.message}\n`, { status: error.status, headers: { 'content-type': 'text/plain' } })
  }
}
