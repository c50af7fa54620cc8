import { connect as connectTCP, isIP, type Socket } from 'node:net'
import { connect as connectTLS, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import type { TLSMaterial, TLSMaterialSource } from '../config/tls-material.js'
import { ConnectAttempt } from './connect-attempt.js'
import { TransportError, transportError } from './transport-error.js'
import { connectSocks5, connectTunnel } from './tunnel.js'
import { verifyServerName } from './verify-server-name.js'

/** How connections to a server are made. */
export interface ConnectorOptions {
  readonly server: URL
  readonly tls: TLSMaterialSource
  readonly proxy?: URL | undefined
  /** Longest time for name, connection, proxy and TLS handshake together. Default 30 s. */
  readonly timeoutMilliseconds?: number | undefined
}

/** A connection, ready for HTTP. */
export interface Connection {
  readonly socket: Socket | TLSSocket
  /** The socket of TCP, below TLS and proxies. */
  readonly tcp: Socket
  /** The protocol negotiated by ALPN; empty without. */
  readonly protocol: string
  /** Which material it was made with. */
  readonly materialKey: string
}

/**
 * Makes connections to one server: directly, through an HTTP proxy or a SOCKS5 proxy, with TLS if the address requires it.
 */
export class Connector {
  readonly #options: ConnectorOptions
  readonly #attempts = new Set<ConnectAttempt>()
  #closed = false
  #made: { readonly key: string; readonly context: SecureContext } | undefined

  constructor(options: ConnectorOptions) {
    this.#options = options
  }

  /**
   * A connection that is open when the promise resolves.
   *
   * @throws TransportError `NotConnected`, or `Closed`; the reason of the signal, which ends the attempt at once
   */
  async connect(alpn: readonly string[], signal?: AbortSignal): Promise<Connection> {
    const { server, timeoutMilliseconds = 30_000 } = this.#options
    signal?.throwIfAborted()
    if (this.#closed) throw transportClosed()
    const attempt = new ConnectAttempt()
    this.#attempts.add(attempt)
    const timer = setTimeout(() => attempt.end(new Error('i/o timeout')), timeoutMilliseconds)
    const abort = (): void => attempt.end(new Error('aborted'))
    signal?.addEventListener('abort', abort, { once: true })
    try {
      const connection = await this.#make(attempt, alpn)
      attempt.check()
      return connection
    } catch (error) {
      attempt.end(error as Error)
      signal?.throwIfAborted()
      throw transportError('NotConnected', `dial ${server.host}`, error)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      this.#attempts.delete(attempt)
    }
  }

  /** Ends the connections that are being made, and makes no more. */
  close(): void {
    this.#closed = true
    for (const attempt of this.#attempts) attempt.end(transportClosed())
  }

  async #make(attempt: ConnectAttempt, alpn: readonly string[]): Promise<Connection> {
    const { server, tls, proxy } = this.#options
    const material = await tls.current()
    const target = { host: bareHost(server), port: Number(server.port || (server.protocol === 'https:' ? 443 : 80)) }
    const first = await this.#open(attempt, proxy, target)
    if (proxy?.protocol.startsWith('socks5') === true) await connectSocks5(first, proxy, target)
    else if (proxy !== undefined) await connectTunnel(first, proxy, target)
    attempt.check()
    const about = { tcp: first, materialKey: material.key }
    if (server.protocol !== 'https:') return { socket: first, protocol: '', ...about }
    const secure = await this.#secure(attempt, { socket: first, material, alpn })
    return { socket: secure, protocol: secure.alpnProtocol || '', ...about }
  }

  async #open(
    attempt: ConnectAttempt,
    proxy: URL | undefined,
    target: { readonly host: string; readonly port: number },
  ): Promise<Socket> {
    const host = proxy === undefined ? target.host : bareHost(proxy)
    const port = proxy === undefined ? target.port : Number(proxy.port || defaultProxyPort(proxy))
    const secureProxy = proxy?.protocol === 'https:'
    const keepAlive = { keepAlive: true, keepAliveInitialDelay: 30_000, noDelay: true }
    const socket = attempt.take(
      secureProxy
        ? connectTLS({
            host,
            port,
            checkServerIdentity: verifyServerName,
            ...keepAlive,
            ...(isIP(host) === 0 && { servername: host }),
          })
        : connectTCP({ host, port, ...keepAlive }),
    )
    await attempt.opened(socket, secureProxy ? 'secureConnect' : 'connect')
    return socket
  }

  async #secure(
    attempt: ConnectAttempt,
    over: { readonly socket: Socket; readonly material: TLSMaterial; readonly alpn: readonly string[] },
  ): Promise<TLSSocket> {
    const { socket, material, alpn } = over
    const name = material.serverName ?? bareHost(this.#options.server)
    const secure = attempt.take(
      connectTLS({
        secureContext: this.#contextOf(material),
        socket,
        ALPNProtocols: [...alpn],
        rejectUnauthorized: !material.insecure,
        checkServerIdentity: verifyServerName,
        // The name that is checked, which for addresses must not go into SNI.
        ...(isIP(name) === 0 ? { servername: name } : { host: name }),
      }),
    )
    await attempt.opened(secure, 'secureConnect')
    return secure
  }

  /** Reading certificates takes a fifth of a handshake: it is done once for each material. */
  #contextOf({ key, context }: TLSMaterial): SecureContext {
    if (this.#made?.key !== key) this.#made = { key, context: createSecureContext(context) }
    return this.#made.context
  }
}

function defaultProxyPort({ protocol }: URL): number {
  return protocol === 'https:' ? 443 : protocol === 'http:' ? 80 : 1080
}

/** The host of an address, without the brackets of IPv6. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function transportClosed(): TransportError {
  return new TransportError('Closed', 'the transport is closed')
}
