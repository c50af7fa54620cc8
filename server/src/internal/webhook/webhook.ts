import { Client, KubeConfig, type RESTConfig, type Transport } from '@apimachinery/client'
import type { Clock } from '../clock.js'

/** A server that is called by POST at one address. */
export interface Webhook {
  /**
   * Sends JSON and returns the bytes of the response. Throws {@link WebhookError} for responses other than 2xx, after
   * retries; reports each attempt.
   */
  post(body: Uint8Array, signal?: AbortSignal, onAttempt?: (attempt: WebhookAttempt) => void): Promise<Uint8Array>
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
  readonly initial?: number
  /** Attempts in all; 5 by default. */
  readonly steps?: number
}

/** Input of a webhook. */
export interface WebhookOptions extends WebhookBackoff {
  readonly clock: Clock
  readonly random: () => number
}

/** The answer was none, or none of success. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'

  constructor(
    message: string,
    /** Status code; 0 where there was no answer. */
    readonly status: number,
    options: ErrorOptions = {},
  ) {
    super(message, options)
  }
}

const factor = 1.5
const jitter = 0.2
const longestAnswer = 10 * 1024 * 1024

/** A webhook whose address and credentials are the current context of a kubeconfig. Throws `ConfigError`. */
export async function webhookFromKubeConfig(file: string, options: WebhookOptions): Promise<Webhook> {
  return webhookFromConfig((await KubeConfig.load({ file })).restConfig(), options)
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
  const { initial = 500, steps = 5, clock, random } = options
  const closed = new AbortController()
  return {
    async post(body, signal, onAttempt) {
      const ended = signal === undefined ? closed.signal : AbortSignal.any([signal, closed.signal])
      let delay = initial
      for (let step = 1; ; step++) {
        try {
          return await observed(onAttempt, () => postOnce(transport, path, { body, signal: ended }))
        } catch (error) {
          if (step >= steps || ended.aborted || !isWorthRetrying(error)) throw error
        }
        await pause(clock, delay * (1 + random() * jitter), ended)
        delay *= factor
      }
    },
    close() {
      closed.abort(new Error('webhook is closed'))
      return transport.close()
    },
  }
}

interface Answered {
  readonly bytes: Uint8Array
  readonly status: number
}

async function observed(
  onAttempt: ((attempt: WebhookAttempt) => void) | undefined,
  post: () => Promise<Answered>,
): Promise<Uint8Array> {
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1000
  try {
    const { bytes, status } = await post()
    onAttempt?.({ status, seconds: seconds() })
    return bytes
  } catch (error) {
    onAttempt?.({ status: error instanceof WebhookError ? error.status : 0, seconds: seconds(), error })
    throw error
  }
}

async function postOnce(
  transport: Transport,
  path: string,
  { body, signal }: { readonly body: Uint8Array; readonly signal: AbortSignal },
): Promise<Answered> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await transport.send({ method: 'POST', path, headers, body, signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > longestAnswer) throw new WebhookError('webhook answered with too many bytes', 0)
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (response.status >= 200 && response.status < 300) return { bytes, status: response.status }
  throw new WebhookError(`webhook answered with status ${response.status}`, response.status)
}

/** Broken connections, and servers that are in trouble. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof WebhookError)) return true
  return error.status === 429 || error.status === 500 || error.status === 503
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
  })
}
