import { Client, isTransportError, KubeConfig, type RESTConfig, type Transport } from '@apimachinery/client'
import {
  isInternalError,
  isStatusError,
  isTimeout,
  isTooManyRequests,
  type StatusError,
  statusErrorFromAnswer,
  suggestsClientDelay,
} from 'apimachinery/errors'
import { readBody } from 'apimachinery/runtime/serializer/streaming'
import type { Clock } from 'apimachinery/wait'
import { deadline } from '../deadline.js'
import { WebhookError } from './webhook-error.js'

/** A server that is called by POST at one address. */
export interface Webhook {
  /**
   * Sends JSON and returns the response. Throws `StatusError` for responses other than 2xx, in client-go's words, and what
   * the transport throws, after retries; reports each attempt.
   */
  post(body: Uint8Array, signal?: AbortSignal, onAttempt?: (attempt: WebhookAttempt) => void): Promise<WebhookAnswer>
  /** Ends connections. */
  close(): Promise<void>
}

/** One call of a webhook. */
export interface WebhookAttempt {
  /** Status code of the answer; 0 where there was none. */
  readonly status: number
  readonly seconds: number
  /** Absent where it went well. */
  readonly error?: unknown
}

/** When and how often a failed call is made again. Source: `DefaultRetryBackoffWithInitialDelay` of k8s.io/apiserver/pkg/util/webhook. */
export interface WebhookBackoff {
  /** Milliseconds before the second attempt; 500 by default. */
  readonly initial?: number | undefined
  /** Attempts in all; 5 by default. */
  readonly steps?: number | undefined
}

/** Input of a webhook. */
export interface WebhookOptions extends WebhookBackoff {
  /** Milliseconds that one attempt may take; unlimited by default, 30,000 for a kubeconfig file. */
  readonly timeout?: number | undefined
  /** Which errors are worth another attempt; {@link isWorthRetrying} by default. */
  readonly shouldRetry?: ((error: unknown) => boolean) | undefined
  readonly clock: Clock
  readonly random: () => number
}

/** A response of success. */
export interface WebhookAnswer {
  readonly bytes: Uint8Array
  readonly status: number
  readonly contentType: string
}

type Headers = Awaited<ReturnType<Transport['send']>>['headers']

const factor = 1.5
const jitter = 0.2
const longestAnswer = 10 * 1024 * 1024
/** How often one attempt is made again where the server says when. */
const announcedRetries = 10
const thirtySeconds = 30_000

/** A webhook whose address and credentials are the current context of a kubeconfig. Throws `ConfigError`. */
export async function webhookFromKubeConfig(file: string, options: WebhookOptions): Promise<Webhook> {
  const { timeout = thirtySeconds } = options
  return webhookFromConfig((await KubeConfig.load({ file })).restConfig(), { ...options, timeout })
}

/** A webhook at a path of the server that a configuration names; at its address itself where absent. Throws `ConfigError`. */
export async function webhookFromConfig(config: RESTConfig, options: WebhookOptions, path?: string): Promise<Webhook> {
  const { transport } = await Client.connect({ config, protocol: 'http1' })
  // The transport puts the path of the address before that of the request.
  const { pathname } = new URL(config.host.includes('://') ? config.host : `https://${config.host}`)
  if (path !== undefined) return webhookOver(transport, path, options)
  return webhookOver(transport, pathname.replace(/\/$/, '') === '' ? '/' : '', options)
}

/** A webhook over a transport. */
export function webhookOver(transport: Transport, path: string, options: WebhookOptions): Webhook {
  const { initial = 500, steps = 5, clock, random, shouldRetry = isWorthRetrying } = options
  const closed = new AbortController()
  return {
    async post(body, signal, onAttempt) {
      const ended = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal])
      let delay = initial
      for (let step = 1; ; step++) {
        try {
          return await observed(onAttempt, () => attempt(transport, path, { body, ended, ...options }))
        } catch (error) {
          if (step >= steps || ended.aborted || !shouldRetry(error)) throw error
        }
        await pause(clock, delay * (1 + random() * jitter), ended)
        delay *= factor
      }
    },
    close() {
      closed.abort(new WebhookError('webhook is closed'))
      return transport.close()
    },
  }
}

async function observed(
  onAttempt: ((attempt: WebhookAttempt) => void) | undefined,
  post: () => Promise<WebhookAnswer>,
): Promise<WebhookAnswer> {
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1000
  try {
    const answer = await post()
    onAttempt?.({ status: answer.status, seconds: seconds() })
    return answer
  } catch (error) {
    const status = isStatusError(error) ? (error.status.code ?? 0) : 0
    onAttempt?.({ status, seconds: seconds(), error })
    throw error
  }
}

interface Attempt extends Pick<WebhookOptions, 'timeout' | 'clock'> {
  readonly body: Uint8Array
  readonly ended: AbortSignal
}

/** Sends again while the server says with `Retry-After` when, as every client of Kubernetes does. */
async function attempt(
  transport: Transport,
  path: string,
  { body, ended, timeout, clock }: Attempt,
): Promise<WebhookAnswer> {
  const reason = new DOMException('context deadline exceeded', 'TimeoutError')
  for (let retries = 0; ; retries++) {
    const limit = timeout === undefined ? undefined : deadline(ended, timeout, { clock, reason })
    try {
      const { headers, ...answer } = await postOnce(transport, path, { body, signal: limit?.signal ?? ended })
      if (answer.status >= 200 && answer.status <= 206) return answer
      const delay = announcedDelay(answer.status, headers)
      if (delay === undefined || retries === announcedRetries) throw refusal(answer, headers)
      await pause(clock, delay, ended)
      ended.throwIfAborted()
    } finally {
      limit?.stop()
    }
  }
}

async function postOnce(
  transport: Transport,
  path: string,
  { body, signal }: { readonly body: Uint8Array; readonly signal: AbortSignal },
): Promise<WebhookAnswer & { readonly headers: Headers }> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await transport.send({ method: 'POST', path, headers, body, signal })
  const tooLarge = (): Error => new WebhookError('webhook answered with too many bytes')
  const bytes = await readBody(response.body, { limit: longestAnswer, tooLarge })
  const contentType = firstHeaderValue(response.headers['content-type']) || 'application/json'
  return { bytes, status: response.status, contentType, headers: response.headers }
}

function announcedDelay(status: number, headers: Headers): number | undefined {
  const text = firstHeaderValue(headers['retry-after'])
  return (status === 429 || status >= 500) && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined
}

function refusal({ status, bytes }: WebhookAnswer, headers: Headers): StatusError {
  const answer = {
    status,
    body: bytes,
    headers: { get: (name: string) => firstHeaderValue(headers[name]) || undefined },
  }
  return statusErrorFromAnswer(answer, { method: 'POST' })
}

function firstHeaderValue(value: string | readonly string[] | undefined): string {
  return (typeof value === 'object' ? value[0] : value) ?? ''
}

/**
 * Reports whether a call may go well the next time: connections that broke, and servers that are in trouble or ask for it.
 * Source: `DefaultShouldRetry` of k8s.io/apiserver/pkg/util/webhook.
 */
export function isWorthRetrying(error: unknown): boolean {
  if (isTransportError(error)) return error.code === 'ConnectionLost'
  const isBusy = isInternalError(error) || isTimeout(error) || isTooManyRequests(error)
  return isBusy || suggestsClientDelay(error) !== undefined
}

function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      timer.stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = clock.setTimer(done, milliseconds)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
