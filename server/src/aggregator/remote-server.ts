import { Client, type Transport } from '@apimachinery/client'
import type { APIService } from 'apimachinery/api/apiregistration/v1'
import type { ServiceEndpoint } from '../request/service-resolver.js'

/** The certificate by which aggregated servers know the aggregator. PEM. */
export interface ProxyClientCertificate {
  readonly cert: string
  readonly key: string
}

/** What connections to the server of an APIService are made with. */
export interface RemoteServerOptions {
  readonly certificate?: (() => ProxyClientCertificate | undefined) | undefined
}

/** Connections to the server behind an APIService, kept as long as the way to reach it stays the same. */
export class RemoteServer {
  readonly #certificate: () => ProxyClientCertificate | undefined
  #transport: { readonly key: string; readonly opened: Promise<Transport> } | undefined

  constructor({ certificate = () => undefined }: RemoteServerOptions) {
    this.#certificate = certificate
  }

  /** The transport to an endpoint. Throws `ConfigError` for a CA bundle or certificate that cannot be read. */
  async transportTo(apiService: APIService, { host, port }: ServiceEndpoint): Promise<Transport> {
    const { service, caBundle = '', insecureSkipTLSVerify = false } = apiService.spec ?? {}
    const certificate = this.#certificate()
    const serverName = `${service?.name}.${service?.namespace}.svc`
    const address = `https://${host.includes(':') ? `[${host}]` : host}:${port}`
    const key = JSON.stringify([address, serverName, caBundle, insecureSkipTLSVerify, certificate])
    if (this.#transport?.key !== key) {
      const before = this.#transport
      const tls = {
        serverName,
        insecure: insecureSkipTLSVerify,
        ...(caBundle !== '' && { caData: Buffer.from(caBundle, 'base64') }),
        ...(certificate !== undefined && {
          certData: Buffer.from(certificate.cert),
          keyData: Buffer.from(certificate.key),
        }),
      }
      const config = { host: address, tls, disableCompression: true }
      const opened = Client.connect({ config }).then((client) => client.transport)
      this.#transport = { key, opened }
      void before?.opened.then((transport) => transport.close()).catch(() => undefined)
    }
    return this.#transport.opened
  }

  async close(): Promise<void> {
    const transport = await this.#transport?.opened.catch(() => undefined)
    this.#transport = undefined
    await transport?.close()
  }
}
