import { Agent, type RequestOptions, request } from 'node:https'
import { isIP } from 'node:net'
import { verifyServerName } from '@apimachinery/client'
import type { WebhookClientConfig } from 'apimachinery/api/admissionregistration/v1'
import { messageOf, statusErrorFromAnswer } from 'apimachinery/errors'
import { type JSONValue, parseJSON } from 'apimachinery/json'
import { deadline } from '../../internal/deadline.js'
import { readBytes } from '../../internal/read-bytes.js'
import type { WebhookAnswer } from '../../internal/webhook/webhook.js'
import type { HookCredentials } from './hook-credentials.js'
import { type HookTarget, hookTarget, type ServiceReference } from './hook-target.js'
import { transportErrorText } from './transport-error.js'

/** Where a service of the cluster is reached. Rejects where it is not. */
export type ResolveService = (service: ServiceReference) => Promise<{ readonly host: string; readonly port: number }>

/** How webhooks are called. */
export interface HookClientOptions {
  readonly resolveService: ResolveService
  /** Client certificates and headers by `host:port`, for webhooks that authenticate their callers. */
  readonly credentials?: HookCredentials
}

/** One call. */
export interface HookCall {
  readonly config: WebhookClientConfig
  readonly body: string
  /** Timeout of the call in seconds; it is also sent to the webhook. */
  readonly timeoutSeconds: number
  readonly signal: AbortSignal
}

/** Answers are small: patches of objects. */
const maxAnswerBytes = 16 * 1024 * 1024
const maxAgents = 200

/** Calls webhooks over HTTPS; connections are kept for the next call. */
export class HookClient {
  readonly #options: HookClientOptions
  readonly #agents = new Map<string, Agent>()

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
      throw new Error(`couldn't get version/kind; json parse error: ${messageOf(error)}`)
    }
  }

  /** As {@link call}, for the response as it came. */
  async post({ config, body, timeoutSeconds, signal }: HookCall): Promise<WebhookAnswer> {
    const target = hookTarget(config)
    const path = `${target.path}?timeout=${timeoutSeconds}s`
    const limit = deadline(signal, timeoutSeconds * 1000)
    let answer: Answer
    try {
      const credential = this.#options.credentials?.(target.host)
      const address = target.service === undefined ? target.host : await this.#options.resolveService(target.service)
      answer = await send(
        {
          method: 'POST',
          path,
          agent: this.#agentFor(config),
          signal: limit.signal,
          ...credential,
          ...addressOptions(target, typeof address === 'string' ? undefined : address),
          ...(config.caBundle ? { ca: Buffer.from(config.caBundle, 'base64') } : {}),
          headers: { ...credential?.headers, host: target.host },
        },
        body,
      )
    } catch (error) {
      const text =
        limit.signal.aborted && !signal.aborted ? 'context deadline exceeded' : transportErrorText(error, target)
      throw new Error(`Post ${JSON.stringify(`https://${target.host}${path}`)}: ${text}`, { cause: error })
    } finally {
      limit.stop()
    }
    return successOf(answer)
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
    const [oldest] = this.#agents
    if (oldest !== undefined && this.#agents.size > maxAgents) {
      oldest[1].destroy()
      this.#agents.delete(oldest[0])
    }
    return agent
  }
}

function addressOptions(
  { hostname, port }: HookTarget,
  address: { readonly host: string; readonly port: number } | undefined,
): RequestOptions {
  const options = {
    host: address?.host ?? hostname,
    port: address?.port ?? port,
    checkServerIdentity: verifyServerName,
  }
  return isIP(hostname) === 0 ? { ...options, servername: hostname } : options
}

interface Answer {
  readonly status: number
  readonly headers: { get(name: string): string | undefined }
  readonly body: Buffer
}

function send(options: RequestOptions, body: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body, 'utf8')
    const headers = {
      ...(options.headers as Record<string, string> | undefined),
      accept: 'application/json, */*',
      'content-type': 'application/json',
      'content-length': String(bytes.length),
    }
    const sent = request({ ...options, headers }, (response) => {
      const get = (name: string): string | undefined => response.headers[name.toLowerCase()]?.toString()
      const tooLarge = (): Error => new Error('http: response body too large')
      readBytes(response, { limit: maxAnswerBytes, tooLarge }).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: { get }, body }),
        reject,
      )
    })
    sent.on('error', reject)
    sent.end(bytes)
  })
}

function successOf(answer: Answer): WebhookAnswer {
  const { status, headers, body: bytes } = answer
  if (status < 200 || status > 206) throw statusErrorFromAnswer(answer, { method: 'POST' })
  const contentType = headers.get('content-type') ?? 'application/json'
  if (bytes.length === 0) {
    throw new Error(`0-length response with status code: ${status} and content type: ${contentType}`)
  }
  return { bytes, status, contentType }
}
