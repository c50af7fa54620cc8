import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { WebhookHandler } from 'apimachinery/webhook'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'

/** A webhook server over TLS on a free port of the loopback address, with handlers by path. */
export class WebhookServer {
  readonly handlers = new Map<string, WebhookHandler>()
  /** Paths in the order in which they were called, with their queries. */
  readonly calls: string[] = []
  readonly #server: Server
  /** Of the authority that signed its certificate: PEM in base64. */
  readonly caBundle: string

  private constructor(server: Server, authority: string) {
    this.#server = server
    this.caBundle = Buffer.from(authority).toString('base64')
  }

  static async start(): Promise<WebhookServer> {
    const now = new Date(Date.now() - 60_000)
    const authority = await newCertificateAuthority('webhooks', now)
    const hosts = ['127.0.0.1', 'hook.default.svc']
    const { certificate, key } = await newCertificate(authority, {
      commonName: 'hook',
      hosts,
      usage: 'server',
      notBefore: now,
    })
    const server = createServer({ cert: certificate, key })
    const webhooks = new WebhookServer(server, authority.certificate)
    server.on('request', (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        webhooks.calls.push(request.url ?? '')
        const path = (request.url ?? '').split('?', 1)[0] as string
        const handler = webhooks.handlers.get(path)
        const headers = { 'content-type': request.headers['content-type'] ?? '' }
        const init = { method: request.method ?? '', headers, body: Buffer.concat(chunks) }
        const answer = await handler?.(new Request(`https://hook${path}`, init))
        response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []))
        response.end(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return webhooks
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  url(path: string): string {
    return `https://127.0.0.1:${this.port}${path}`
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}
