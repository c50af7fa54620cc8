import type { JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'
import { ReviewError } from './read-review.js'

/** A handler of HTTP requests, as every JavaScript server can call it. */
export type WebhookHandler = (request: Request) => Promise<Response>

/** Wraps what a handler does: its result becomes JSON, a request that is no review a plain answer. */
export async function answer(work: () => Promise<JSONValue>): Promise<Response> {
  try {
    const headers = { 'content-type': 'application/json' }
    return new Response(stringifyJSON(await work(), { keys: 'kept' }), { headers })
  } catch (error) {
    if (!(error instanceof ReviewError)) throw error
    return new Response(`${error.message}\n`, { status: error.status, headers: { 'content-type': 'text/plain' } })
  }
}
