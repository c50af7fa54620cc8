import type { CustomResourceDefinition, WebhookClientConfig } from 'apimachinery/api/apiextensions/v1'
import { isStatusError } from 'apimachinery/errors'
import { type JSONObject, type JSONValue, stringifyJSON } from 'apimachinery/json'
import { HookClient } from '../admission/webhook/hook-client.js'
import type { WebhookAnswer } from '../internal/webhook/webhook.js'
import type { ServiceResolver } from '../request/service-resolver.js'
import { conversionAnswer, isReviewVersion } from './conversion-answer.js'

/** Seconds that a conversion may take. */
const timeoutSeconds = 30

/**
 * The conversion webhook of a definition: sends a review in the first version that the webhook and this server support.
 *
 * Source: `webhookConverter` of k8s.io/apiextensions-apiserver/pkg/apiserver/conversion.
 */
export class ConversionWebhook {
  readonly #config: WebhookClientConfig
  readonly #reviewVersions: readonly string[]
  readonly #client: HookClient
  readonly #closed = new AbortController()

  constructor({ spec }: CustomResourceDefinition, resolver: ServiceResolver) {
    const { webhook } = spec.conversion ?? {}
    this.#config = withoutEmptyBundle(webhook?.clientConfig ?? {})
    this.#reviewVersions = webhook?.conversionReviewVersions ?? []
    this.#client = new HookClient({
      resolveService: async ({ namespace, name, port }) => resolver.resolve(namespace, name, port),
      inProcess: resolver.inProcessWebhooks,
    })
  }

  /** Takes a review of version `v1`, and gives the answer in the form of that version. @throws Error in Go's words. */
  async send(review: JSONObject): Promise<JSONValue> {
    const version = this.#reviewVersions.find(isReviewVersion)
    if (version === undefined) throw new Error('no supported conversion review versions')
    const body = stringifyJSON({ ...review, apiVersion: `apiextensions.k8s.io/${version}` })
    const answer = await this.#post(body)
    return conversionAnswer(answer, version, review.request as JSONObject)
  }

  async #post(body: string): Promise<WebhookAnswer> {
    const config = this.#config
    try {
      return await this.#client.post({ config, body, timeoutSeconds, signal: this.#closed.signal })
    } catch (error) {
      // What the webhook refuses is not what the client of this server is refused.
      throw isStatusError(error) ? new Error(error.message) : error
    }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    this.#client.close()
  }
}

/** A bundle of white space is none. */
function withoutEmptyBundle({ caBundle, ...config }: WebhookClientConfig): WebhookClientConfig {
  const isEmpty =
    Buffer.from(caBundle ?? '', 'base64')
      .toString('latin1')
      .trim() === ''
  return { ...config, ...(!isEmpty && { caBundle }) }
}
