import { Client } from '@apimachinery/client'
import type { Transport } from '@apimachinery/client/transport'
import type { CustomResourceDefinition, WebhookClientConfig } from 'apimachinery/api/apiextensions/v1'
import { messageOf } from 'apimachinery/errors'
import type { JSONObject, JSONValue } from 'apimachinery/json'
import { parseJSON, stringifyJSON } from 'apimachinery/json'
import type { ServiceResolver } from '../request/service-resolver.js'

/** Milliseconds that a conversion may take. */
const timeout = 30_000
const group = 'apiextensions.k8s.io'
const knownVersions = ['v1', 'v1beta1']

/** The address of a webhook: the requested host, and the host to connect to. */
interface Destination {
  readonly address: string
  readonly path: string
  readonly serverName?: string
  /** As messages name it. */
  readonly url: string
}

/**
 * The conversion webhook of a definition: sends a review in the first version that the webhook and this server support.
 *
 * Source: `webhookConverter` of k8s.io/apiextensions-apiserver/pkg/apiserver/conversion.
 */
export class ConversionWebhook {
  readonly #config: WebhookClientConfig
  readonly #reviewVersions: readonly string[]
  readonly #resolver: ServiceResolver
  #transport: { readonly address: string; readonly opened: Promise<Transport> } | undefined

  constructor({ spec }: CustomResourceDefinition, resolver: ServiceResolver) {
    const { webhook } = spec.conversion ?? {}
    this.#config = (webhook?.clientConfig ?? {}) as WebhookClientConfig
    this.#reviewVersions = webhook?.conversionReviewVersions ?? []
    this.#resolver = resolver
  }

  /** Takes a review of version `v1` there, and gives the answer in the form of that version. */
  async send(review: JSONObject): Promise<JSONValue> {
    const version = this.#reviewVersions.find((each) => knownVersions.includes(each))
    if (version === undefined) throw new Error('no supported conversion review versions')
    const apiVersion = `${group}/${version}`
    const answer = await this.#post({ ...review, apiVersion })
    return version === 'v1' ? checkedV1(answer) : withUID(answer, review)
  }

  async close(): Promise<void> {
    const transport = await this.#transport?.opened.catch(() => undefined)
    this.#transport = undefined
    await transport?.close()
  }

  async #post(review: JSONObject): Promise<JSONValue> {
    const destination = await this.#destination()
    try {
      const transport = await this.#transportTo(destination)
      const answer = await transport.send({
        method: 'POST',
        path: destination.path,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: Buffer.from(stringifyJSON(review)),
        signal: AbortSignal.timeout(timeout),
      })
      const text = Buffer.from(await answer.body.bytes()).toString('utf8')
      if (answer.status < 200 || answer.status >= 300) throw new Error(refusal(answer.status, text))
      return parseJSON(text)
    } catch (error) {
      throw new Error(`Post ${JSON.stringify(destination.url)}: ${messageOf(error)}`, { cause: error })
    }
  }

  async #destination(): Promise<Destination> {
    const { url, service } = this.#config
    if (url) return urlDestination(url)
    const { namespace = '', name = '', path = '', port = 443 } = service ?? {}
    const { host, port: at } = await this.#resolver.resolve(namespace, name, port)
    const serverName = `${name}.${namespace}.svc`
    const withQuery = `${path === '' ? '/' : path}?timeout=30s`
    const address = `https://${host.includes(':') ? `[${host}]` : host}:${at}`
    return { address, serverName, path: withQuery, url: `https://${serverName}:${port}${withQuery}` }
  }

  #transportTo({ address, serverName }: Destination): Promise<Transport> {
    if (this.#transport?.address !== address) {
      const before = this.#transport
      const caBundle = Buffer.from(this.#config.caBundle ?? '', 'base64')
      const hasBundle = caBundle.toString('latin1').trim() !== ''
      const tls = { ...(serverName !== undefined && { serverName }), ...(hasBundle && { caData: caBundle }) }
      const opened = Client.connect({ config: { host: address, tls } }).then((client) => client.transport)
      this.#transport = { address, opened }
      void before?.opened.then((transport) => transport.close()).catch(() => undefined)
    }
    return this.#transport.opened
  }
}

function urlDestination(text: string): Destination {
  const url = new URL(text)
  url.searchParams.set('timeout', '30s')
  return { address: url.origin, path: `${url.pathname}${url.search}`, url: url.toString() }
}

function refusal(status: number, body: string): string {
  const message = body.trim()
  return message === '' ? `the server answered ${status}` : `the server answered ${status}: ${message.slice(0, 500)}`
}

function checkedV1(answer: JSONValue): JSONValue {
  const { apiVersion = '', kind = '' } = (answer ?? {}) as JSONObject
  if (apiVersion === `${group}/v1` && kind === 'ConversionReview') return answer
  const wanted = `${group}/v1, Kind=ConversionReview`
  throw new Error(`expected webhook response of ${wanted}, got ${String(apiVersion)}, Kind=${String(kind)}`)
}

/** Webhooks of the old version need not say which review they answer, nor what their answer is. */
function withUID(answer: JSONValue, { request }: JSONObject): JSONValue {
  const { response, ...rest } = (answer ?? {}) as JSONObject
  if (typeof response !== 'object' || response === null) return answer
  const { uid } = request as JSONObject
  return { ...rest, kind: 'ConversionReview', response: { ...(response as JSONObject), uid: uid as JSONValue } }
}
