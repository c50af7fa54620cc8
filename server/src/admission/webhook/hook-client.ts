import { Agent } from 'node:https'
import { trustAnchors, verifyServerName } from '@apimachinery/client'
import type { WebhookClientConfig } from 'apimachinery/api/admissionregistration/v1'
import { LRUCache } from 'apimachinery/collections'
import { messageOf, statusErrorFromAnswer } from 'apimachinery/errors'
import { type JSONValue, parseJSON } from 'apimachinery/json'
import { sleep } from 'apimachinery/wait'
import { deadline } from '../../internal/deadline.js'
import type { WebhookAnswer } from '../../internal/webhook/webhook.js'
import type { InProcessWebhooks } from '../../request/service-resolver.js'
import { AdmissionError } from '../admission-error.js'
import type { HookCredentials } from './hook-credentials.js'
import { type HookAnswer, HookCallError, type HookConnections, type HookPost, postFollowing } from './hook-request.js'
import { type HookTarget, hookTarget, type ServiceReference } from './hook-target.js'
import { handleInProcess } from './in-process-call.js'
import { transportErrorText } from './transport-error.js'

/** Where a service of the cluster is reached. Rejects where it is not. */
export type ResolveService = (service: ServiceReference) => Promise<{ readonly host: string; readonly port: number }>

/** How webhooks are called. */
export interface HookClientOptions {
  readonly resolveService: ResolveService
  /** Client certificates and headers by `host:port`, for webhooks that authenticate their callers. */
  readonly credentials?: HookCredentials | undefined
  /** Webhooks that are called without a connection. */
  readonly inProcess?: InProcessWebhooks | undefined
}

/** One call. */
export interface HookCall {
  readonly config: WebhookClientConfig
  readonly body: string
  /** Timeout of the call in seconds; it is also sent to the webhook. */
  readonly timeoutSeconds: number
  readonly signal: AbortSignal
}

const maxAgents = 200

/** Calls webhooks over HTTPS; connections are kept for the next call. */
export class HookClient {
  readonly #options: HookClientOptions
  readonly #agents = new LRUCache<string, Agent>({ capacity: maxAgents, onEvicted: (agent) => agent.destroy() })

  constructor(options: HookClientOptions) {
    this.#options = options
  }

  /**
   * The JSON of the response. Rejects with an error in the wording of Go's client, or with the `StatusError` of a failed
   * response.
   */
  async call(call: HookCall): Promise<JSONValue> {
    const answer = await this.post(call)
    try {
      return parseJSON(answer.bytes)
    } catch (error) {
      throw new AdmissionError(`couldn't get version/kind; json parse error: ${messageOf(error)}`)
    }
  }

  /** As {@link call}, for the response as it came. */
  async post(call: HookCall): Promise<WebhookAnswer> {
    const target = hookTarget(call.config)
    const inProcess = this.#options.inProcess?.({ path: target.path, isService: target.service !== undefined })
    const limit = deadline(call.signal, call.timeoutSeconds * 1000)
    const url = `https://${target.host}${target.path}?timeout=${call.timeoutSeconds}s`
    const send = (): Promise<HookAnswer> => {
      const post = { url, headers: plainHeaders, body: call.body, signal: limit.signal }
      return inProcess === undefined ? this.#send(post, target, call.config) : handleInProcess(post, inProcess)
    }
    try {
      return successOf(await this.#sendUntilTaken(send, limit.signal))
    } catch (error) {
      if (!(error instanceof HookCallError)) throw error
      const late = limit.signal.aborted && !call.signal.aborted
      const text = late ? 'context deadline exceeded' : transportErrorText(error.cause, target)
      throw new AdmissionError(`Post ${JSON.stringify(error.url)}: ${text}`, { cause: error.cause })
    } finally {
      limit.stop()
    }
  }

  /** Sends again while the webhook says with `Retry-After` when, as every client of Kubernetes does. */
  async #sendUntilTaken(send: () => Promise<HookAnswer>, signal: AbortSignal): Promise<HookAnswer> {
    for (let retries = 0; ; retries++) {
      const answer = await send()
      const delay = announcedDelay(answer)
      if (delay === undefined || retries === announcedRetries) return answer
      await sleep(delay, { signal }).catch(() => {
        throw new AdmissionError('context deadline exceeded')
      })
    }
  }

  #send(post: HookPost, target: HookTarget, config: WebhookClientConfig): Promise<HookAnswer> {
    const { service, hostname, port } = target
    let credential: ReturnType<HookCredentials>
    try {
      credential = this.#options.credentials?.(target.host)
    } catch (error) {
      throw new HookCallError(post.url, error)
    }
    const { headers, ...certificate } = credential ?? {}
    const isService = (url: URL): boolean => url.hostname === hostname && Number(url.port || 443) === port
    const connections: HookConnections = {
      agent: this.#agentFor(config),
      tls: {
        ...certificate,
        checkServerIdentity: verifyServerName,
        ...(config.caBundle ? trustAnchors(Buffer.from(config.caBundle, 'base64')) : {}),
      },
      serverName: service && hostname,
      resolve: async (url) => (service && isService(url) ? this.#options.resolveService(service) : undefined),
    }
    return postFollowing({ ...post, headers: { ...post.headers, ...headers } }, connections)
  }

  /** Closes the connections. */
  close(): void {
    for (const agent of this.#agents.values()) agent.destroy()
    this.#agents.clear()
  }

  #agentFor(config: WebhookClientConfig): Agent {
    const key = JSON.stringify(config)
    const known = this.#agents.get(key)
    if (known !== undefined) return known
    const agent = new Agent({ keepAlive: true })
    this.#agents.set(key, agent)
    return agent
  }
}

const announcedRetries = 10
const plainHeaders = {
  accept: 'application/json, */*',
  'content-type': 'application/json',
  'user-agent': 'kube-apiserver-admission',
}

function announcedDelay({ status, headers }: HookAnswer): number | undefined {
  const text = headers.get('retry-after') ?? ''
  return (status === 429 || status >= 500) && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined
}

function successOf(answer: HookAnswer): WebhookAnswer {
  const { status, headers, body: bytes } = answer
  if (status < 200 || status > 206) throw statusErrorFromAnswer(answer, { method: 'POST' })
  const contentType = headers.get('content-type') ?? 'application/json'
  if (bytes.length === 0) {
    throw new AdmissionError(`0-length response with status code: ${status} and content type: ${contentType}`)
  }
  return { bytes, status, contentType }
}
