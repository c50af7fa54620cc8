import type { Server } from 'node:https'
import { type Clock, systemClock, type Timer } from 'apimachinery/wait'
import { WatchedFile } from '../config/watched-file.js'
import { closeServer, type ListenOptions, listen, nodeListener } from './http-endpoint.js'
import { WebhookRegistry } from './webhook-registry.js'

/** Where webhooks are served, and with which certificate. */
export interface WebhookServerOptions extends Partial<ListenOptions> {
  /** Files of the certificate and its key in PEM. They are read again when they change. */
  readonly certFile: string
  readonly keyFile: string
  /** How often the files are looked at, in milliseconds. Default 10,000. */
  readonly reloadEvery?: number | undefined
  readonly clock?: Clock | undefined
  /** Called for certificates that cannot be used: the previous one stays. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const defaultPort = 9443

/** Serves handlers of `apimachinery/webhook` over HTTPS. */
export class WebhookServer extends WebhookRegistry {
  readonly #options: WebhookServerOptions
  readonly #clock: Clock
  readonly #cert: WatchedFile
  readonly #key: WatchedFile
  #server: Server | undefined
  #timer: Timer | undefined
  #port: number | undefined

  constructor(options: WebhookServerOptions) {
    super()
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#cert = new WatchedFile(options.certFile)
    this.#key = new WatchedFile(options.keyFile)
  }

  /** The port it listens on; undefined before it does. */
  get port(): number | undefined {
    return this.#port
  }

  /** Begins to listen. @throws ConfigError when the files cannot be read */
  async start(): Promise<void> {
    const [{ createServer }, cert, key] = await Promise.all([
      import('node:https'),
      this.#cert.read(true),
      this.#key.read(true),
    ])
    this.#server = createServer({ cert: cert as Buffer, key: key as Buffer }, nodeListener(this.handler()))
    const { port = defaultPort, host } = this.#options
    this.#port = await listen(this.#server, { port, host })
    this.#watch(cert, key)
  }

  /** Ends: requests that go on are answered, until `signal` is aborted. */
  async stop(signal: AbortSignal): Promise<void> {
    this.#timer?.stop()
    this.#timer = undefined
    if (this.#server !== undefined) await closeServer(this.#server, signal)
    this.#server = undefined
  }

  #watch(cert: Uint8Array, key: Uint8Array): void {
    const look = async (): Promise<void> => {
      try {
        const [nextCert, nextKey] = await Promise.all([this.#cert.read(true), this.#key.read(true)])
        if (this.#server === undefined) return
        if (nextCert !== cert || nextKey !== key) {
          this.#server.setSecureContext({ cert: nextCert as Buffer, key: nextKey as Buffer })
          this.#watch(nextCert, nextKey)
          return
        }
      } catch (error) {
        this.#options.onError?.(error)
      }
      if (this.#server !== undefined) this.#watch(cert, key)
    }
    this.#timer = this.#clock.setTimer(() => void look(), this.#options.reloadEvery ?? 10_000, { background: true })
  }
}
