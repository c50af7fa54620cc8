import { MachineryError } from 'apimachinery/errors'
import type { WebhookHandler } from 'apimachinery/webhook'
import type { WebHandler } from './http-endpoint.js'

/** Handlers of webhooks by their paths. */
export class WebhookRegistry {
  readonly #handlers = new Map<string, WebhookHandler>()
  #taken = false

  /** The handlers by path, in the order in which they were registered. */
  get handlers(): ReadonlyMap<string, WebhookHandler> {
    return this.#handlers
  }

  /** Whether {@link handler} was called: something serves them. */
  get isTaken(): boolean {
    return this.#taken
  }

  /** Serves a handler at a path; a path has one handler. */
  register(path: string, handler: WebhookHandler): this {
    this.#handlers.set(path, handler)
    return this
  }

  /** All handlers as one, for servers of your own; it answers 404 for other paths. Handlers may be registered later. */
  handler(): WebHandler {
    this.#taken = true
    return async (request) => {
      const found = this.#handlers.get(new URL(request.url).pathname)
      return found === undefined ? new Response('404 page not found\n', { status: 404 }) : found(request)
    }
  }
}

/** The error for handlers that nothing serves: a mistake, though a test may leave them out. */
export function unservedWebhooks({ handlers, isTaken }: WebhookRegistry): MachineryError | undefined {
  if (handlers.size === 0 || isTaken) return undefined
  const paths = [...handlers.keys()].join(', ')
  const message = `nothing serves the webhooks ${paths}: give the manager webhookServer, or webhooks.handler() to a server`
  return new MachineryError('NoWebhookServer', message)
}
