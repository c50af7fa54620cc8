import type { WebhookRegistry } from '@apimachinery/client/controller'
import type { WebhookHandler } from 'apimachinery/webhook'
import type { WebhookAddress } from '../request/service-resolver.js'

/** Handlers of webhooks: `manager.webhooks`, or handlers by path. */
export type WebhookSource = Pick<WebhookRegistry, 'handlers' | 'handler'> | Readonly<Record<string, WebhookHandler>>

/** Webhooks that a test server calls without a connection. */
export class TestWebhooks {
  readonly #handlers: () => ReadonlyMap<string, WebhookHandler>
  readonly #handle: (request: Request) => Promise<Response>

  constructor(source: WebhookSource) {
    if (isRegistry(source)) {
      this.#handlers = () => source.handlers
      this.#handle = source.handler()
      return
    }
    const handlers = new Map(Object.entries(source))
    this.#handlers = () => handlers
    this.#handle = async (request) =>
      handlers.get(new URL(request.url).pathname)?.(request) ?? new Response('404 page not found\n', { status: 404 })
  }

  /** The handlers by path; of a registry, those of this moment. */
  get handlers(): ReadonlyMap<string, WebhookHandler> {
    return this.#handlers()
  }

  /** Every service is these webhooks; a URL is, where its path has a handler. */
  at({ path, isService }: WebhookAddress): ((request: Request) => Promise<Response>) | undefined {
    return isService || this.handlers.has(path) ? this.#handle : undefined
  }
}

function isRegistry(source: WebhookSource): source is Pick<WebhookRegistry, 'handlers' | 'handler'> {
  return typeof source.handler === 'function' && source.handlers instanceof Map
}
