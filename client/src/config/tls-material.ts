import { createHash } from 'node:crypto'
import type { SecureContextOptions } from 'node:tls'
import type { TLSConfig } from './rest-config.js'
import { trustAnchors } from './trust-anchors.js'
import { WatchedFile } from './watched-file.js'

/** Settings of a TLS connection. Two with the same `key` are equal. */
export interface TLSMaterial {
  readonly key: string
  readonly context: SecureContextOptions
  readonly serverName?: string | undefined
  readonly insecure: boolean
}

/** A client certificate that is not in the configuration, such as that of an exec plugin. */
export interface ClientCertificate {
  readonly cert: string | Uint8Array
  readonly key: string | Uint8Array
}

/** Keeps what TLS connections are made with up to date. */
export class TLSMaterialSource {
  readonly #config: TLSConfig
  readonly #files: Readonly<Record<'ca' | 'cert' | 'key', WatchedFile | undefined>>
  readonly #certificate: () => ClientCertificate | undefined | Promise<ClientCertificate | undefined>
  #last: { readonly parts: readonly unknown[]; readonly material: TLSMaterial } | undefined

  constructor(
    config: TLSConfig = {},
    certificate: () => ClientCertificate | undefined | Promise<ClientCertificate | undefined> = () => undefined,
  ) {
    this.#config = config
    this.#certificate = certificate
    const file = (data: unknown, path: string | undefined): WatchedFile | undefined =>
      data === undefined && path !== undefined && path !== '' ? new WatchedFile(path) : undefined
    this.#files = {
      ca: file(config.caData, config.caFile),
      cert: file(config.certData, config.certFile),
      key: file(config.keyData, config.keyFile),
    }
  }

  /** The material of now. @throws ConfigError for files that cannot be read. */
  async current(): Promise<TLSMaterial> {
    const { caData, certData, keyData, serverName, insecure = false } = this.#config
    const dynamic = await this.#certificate()
    const ca = (await this.#files.ca?.read()) ?? caData
    const cert = dynamic?.cert ?? (await this.#files.cert?.read()) ?? certData
    const key = dynamic?.key ?? (await this.#files.key?.read()) ?? keyData
    const parts = [ca, cert, key]
    if (this.#last?.parts.every((part, index) => part === parts[index]) === true) return this.#last.material
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part ?? '').update('\n')
    const context = {
      ...(ca !== undefined && !insecure && trustAnchors(ca)),
      ...(cert !== undefined && { cert: text(cert) }),
      ...(key !== undefined && { key: text(key) }),
    }
    const material = { key: hash.digest('hex'), context, serverName, insecure }
    this.#last = { parts, material }
    return material
  }
}

function text(pem: string | Uint8Array): string {
  return typeof pem === 'string' ? pem : new TextDecoder().decode(pem)
}
