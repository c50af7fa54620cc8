import type { ConnectionOptions } from 'node:tls'
import { Client, type Transport, trustAnchors, verifyServerName } from '@apimachinery/client'
import type { APIService } from 'apimachinery/api/apiregistration/v1'
import type { ServiceEndpoint } from '../request/service-resolver.js'

/** The client certificate of the aggregator for aggregated servers. PEM. */
export interface ProxyClientCertificate {
  readonly cert: string
  readonly key: string
}

/** Settings for connections to the server of an APIService. */
export interface RemoteServerOptions {
  readonly certificate?: (() => ProxyClientCertificate | undefined) | undefined
}

/** Where a server is, and how connections to it are made. */
export interface RemoteConnection {
  /** `https://host:port`. */
  readonly address: string
  readonly tls: ConnectionOptions
}

/** Connections to the server behind an APIService, kept as long as its address stays the same. */
export class RemoteServer {
  readonly #certificate: () => ProxyClientCertificate | undefined
  #transport: { readonly key: string; readonly opened: Promise<Transport> } | undefined

  constructor({ certificate = () => undefined }: RemoteServerOptions) {
    this.#certificate = certificate
  }

  /** The transport to an endpoint. Throws `ConfigError` for a CA bundle or certificate that cannot be read. */
  async transportTo(apiService: APIService, endpoint: ServiceEndpoint): Promise<Transport> {
    const { caBundle = '', insecureSkipTLSVerify = false } = apiService.spec ?? {}
    const certificate = this.#certificate()
    const address = addressOf(endpoint)
    const serverName = serverNameOf(apiService)
    const key = JSON.stringify([address, serverName, caBundle, insecureSkipTLSVerify, certificate])
    if (this.#transport?.key !== key) {
      const before = this.#transport
      const tls = {
        serverName,
        insecure: insecureSkipTLSVerify,
        caData: caBundle === '' ? undefined : Buffer.from(caBundle, 'base64'),
        certData: certificate && Buffer.from(certificate.cert),
        keyData: certificate && Buffer.from(certificate.key),
      }
      const config = { host: address, tls, disableCompression: true }
      const opened = Client.connect({ config }).then((client) => client.transport)
      this.#transport = { key, opened }
      void before?.opened.then((transport) => transport.close()).catch(() => undefined)
    }
    return this.#transport.opened
  }

  /** How a separate connection is made for a request that upgrades to another protocol. */
  connectionTo(apiService: APIService, endpoint: ServiceEndpoint): RemoteConnection {
    const { caBundle = '', insecureSkipTLSVerify = false } = apiService.spec ?? {}
    const tls = {
      servername: serverNameOf(apiService),
      rejectUnauthorized: !insecureSkipTLSVerify,
      checkServerIdentity: verifyServerName,
      ...(caBundle !== '' && trustAnchors(Buffer.from(caBundle, 'base64'))),
      ...this.#certificate(),
    }
    return { address: addressOf(endpoint), tls }
  }

  async close(): Promise<void> {
    const transport = await this.#transport?.opened.catch(() => undefined)
    this.#transport = undefined
    await transport?.close()
  }
}

function addressOf({ host, port }: ServiceEndpoint): string {
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function serverNameOf({ spec }: APIService): string {
  return `${spec?.service?.name}.${spec?.service?.namespace}.svc`
}
