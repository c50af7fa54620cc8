import { messageOf } from 'apimachinery/errors'
import { type Clock, sleep } from 'apimachinery/wait'
import { headerOf, type Transport, type TransportRequest, type TransportResponse } from '../transport/transport.js'
import { isTransportError, type TransportError } from '../transport/transport-error.js'
import type { RateLimiter } from './rate-limiter.js'
import type { RequestEvent, RequestHooks } from './request-hooks.js'
import type { Backoff } from './url-backoff.js'
import { parseWarnings, type WarningHandler } from './warnings.js'

/** Input for sending requests. */
export interface SendOptions {
  readonly transport: Transport
  readonly clock: Clock
  readonly maxRetries: number
  readonly rateLimiter?: RateLimiter | undefined
  readonly backoff?: Backoff | undefined
  readonly hooks?: RequestHooks | undefined
  readonly onWarning?: WarningHandler | false | undefined
  /** Called at the moment in which a writing request is sent, each time; what it throws is thrown instead. */
  readonly fence?: (() => void) | undefined
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Sends a request, and retries where that is safe: if the server sends `Retry-After` (429 and 500 upwards), for any verb;
 * if the connection was lost, for GET only; if the server cannot have received it, for any verb. Returns the last response,
 * with any status.
 */
export async function sendWithRetries(
  request: TransportRequest,
  about: Omit<RequestEvent, 'attempt'>,
  options: SendOptions,
): Promise<TransportResponse> {
  let previous: unknown
  const { signal } = request
  try {
    for (let attempt = 1; ; attempt++) {
      const event = { ...about, attempt }
      await waitToSend(event, signal, options)
      const last = attempt > options.maxRetries || isStream(request.body)
      const response = await sendOnce(request, event, options).catch((error: unknown) => {
        if (last || !isRetryable(error, request.method)) throw error
        previous = error
        return undefined
      })
      if (response === undefined) {
        const reason = `due to retryable error, error: ${messageOf(previous)}`
        await waitBetween(event, { seconds: 1, reason, signal }, options)
        continue
      }
      const seconds = last ? undefined : retryAfter(response)
      if (seconds === undefined) return response
      response.body.cancel()
      await waitBetween(event, { seconds, reason: reasonOf(response), signal }, options)
    }
  } catch (error) {
    throw withPrevious(error, previous)
  }
}

async function sendOnce(
  request: TransportRequest,
  event: RequestEvent,
  { transport, clock, hooks, backoff, onWarning, fence }: SendOptions,
): Promise<TransportResponse> {
  if (!reading.has(request.method)) fence?.()
  const added = hooks?.onRequest?.(event)
  const started = clock.monotonic()
  let response: TransportResponse
  try {
    const headers = added === undefined ? request.headers : { ...request.headers, ...added }
    response = await transport.send(added === undefined ? request : { ...request, headers })
  } catch (error) {
    backoff?.update(undefined)
    hooks?.onResponse?.({ ...event, error, milliseconds: clock.monotonic() - started })
    throw error
  }
  backoff?.update(response.status)
  hooks?.onResponse?.({ ...event, status: response.status, milliseconds: clock.monotonic() - started })
  const { warning } = response.headers
  if (warning !== undefined && onWarning) {
    for (const each of parseWarnings(warning)) if (each.code === 299 && each.text !== '') onWarning(each)
  }
  return response
}

async function waitToSend(event: RequestEvent, signal: AbortSignal | undefined, options: SendOptions): Promise<void> {
  const { rateLimiter, backoff, clock, hooks } = options
  const delay = backoff?.delay() ?? 0
  if (delay > 0) {
    hooks?.onWait?.({ ...event, reason: 'back-off', milliseconds: delay })
    await sleep(delay, { clock, signal })
  }
  if (rateLimiter === undefined) return
  const started = clock.monotonic()
  await rateLimiter.wait(signal)
  const milliseconds = clock.monotonic() - started
  if (milliseconds >= 1) hooks?.onWait?.({ ...event, reason: 'client-side throttling', milliseconds })
}

async function waitBetween(
  event: RequestEvent,
  { seconds, reason, signal }: { seconds: number; reason: string; signal: AbortSignal | undefined },
  { clock, hooks }: SendOptions,
): Promise<void> {
  hooks?.onWait?.({ ...event, reason, milliseconds: seconds * 1000 })
  if (seconds > 0) await sleep(seconds * 1000, { clock, signal })
}

function retryAfter({ status, headers }: TransportResponse): number | undefined {
  if (status !== 429 && status < 500) return undefined
  const text = headerOf(headers, 'retry-after')
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Why a response makes the client wait, in client-go's words. */
function reasonOf({ status, headers }: TransportResponse): string {
  if (status !== 429) return String(status)
  const uid = headerOf(headers, 'x-kubernetes-pf-flowschema-uid') ?? ''
  return `due to server-side throttling, FlowSchema UID: ${JSON.stringify(uid)}`
}

function isRetryable(error: unknown, method: string): boolean {
  if (!isTransportError(error)) return false
  return error.code === 'Unsent' || (method === 'GET' && isConnectionReset(error))
}

function isConnectionReset({ code }: TransportError): boolean {
  return code === 'ConnectionLost' || code === 'UnexpectedEOF'
}

function isStream(body: TransportRequest['body']): boolean {
  return body !== undefined && !(body instanceof Uint8Array)
}

function withPrevious(error: unknown, previous: unknown): unknown {
  if (!(error instanceof Error) || !(previous instanceof Error) || previous.message === error.message) return error
  if (isTransportError(error)) error.message = `${error.message} - error from a previous attempt: ${previous.message}`
  return error
}
