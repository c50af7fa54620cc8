import { connect as connectTCP, isIP, type Socket } from 'node:net'
import { connect as connectTLS, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls'
import type { TLSMaterial, TLSMaterialSource } from '../config/tls-material.js'
import { TransportError, transportError } from './transport-error.js'
import { connectSocks5, connectTunnel } from './tunnel.js'

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
  readonly #pending = new Set<Socket>()
  #made: { readonly key: string; readonly context: SecureContext } | undefined

  constructor(options: ConnectorOptions) {
    this.#options = options
  }

  /** @throws TransportError `NotConnected`; the reason of the signal, which ends the attempt at once */
  async connect(alpn: readonly string[], signal?: AbortSignal): Promise<Connection> {
    const { server, tls, proxy, timeoutMilliseconds = 30_000 } = this.#options
    const material = await tls.current()
    const port = Number(server.port || (server.protocol === 'https:' ? 443 : 80))
    const target = { host: server.hostname.replace(/^\[|\]$/g, ''), port }
    let current: Socket | undefined
    const take = (socket: Socket): Socket => {
      this.#pending.add(socket)
      current = socket
      return socket
    }
    const timer = setTimeout(() => current?.destroy(new Error('i/o timeout')), timeoutMilliseconds)
    const raw: Socket[] = []
    const abort = (): void => {
      for (const socket of current === undefined ? raw : [current]) socket.destroy(new Error('aborted'))
    }
    signal?.addEventListener('abort', abort, { once: true })
    try {
      signal?.throwIfAborted()
      const first = take(await this.#open(proxy, target, raw))
      if (proxy?.protocol.startsWith('socks5') === true) await connectSocks5(first, proxy, target)
      else if (proxy !== undefined) await connectTunnel(first, proxy, target)
      if (server.protocol !== 'https:') return { socket: first, protocol: '', materialKey: material.key }
      const secure = await this.#secure(first, material, alpn)
      return { socket: secure, protocol: secure.alpnProtocol || '', materialKey: material.key }
    } catch (error) {
      current?.destroy()
      signal?.throwIfAborted()
      throw transportError('NotConnected', `dial ${server.host}`, error)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      if (current !== undefined) this.#pending.delete(current)
      for (const socket of raw) this.#pending.delete(socket)
    }
  }

  /** Ends the connections that are being made. */
  close(): void {
    for (const socket of this.#pending) socket.destroy(new TransportError('Closed', 'the transport is closed'))
  }

  async #open(proxy: URL | undefined, target: { host: string; port: number }, raw: Socket[]): Promise<Socket> {
    const host = proxy === undefined ? target.host : proxy.hostname.replace(/^\[|\]$/g, '')
    const port = proxy === undefined ? target.port : Number(proxy.port || defaultProxyPort(proxy))
    const secureProxy = proxy?.protocol === 'https:'
    const socket = secureProxy
      ? connectTLS({ host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectTCP({ host, port, keepAlive: true, keepAliveInitialDelay: 30_000, noDelay: true })
    this.#pending.add(socket)
    raw.push(socket)
    await opened(socket, secureProxy ? 'secureConnect' : 'connect')
    return socket
  }

  async #secure(socket: Socket, material: TLSMaterial, alpn: readonly string[]): Promise<TLSSocket> {
    const { hostname } = this.#options.server
    const name = material.serverName ?? hostname.replace(/^\[|\]$/g, '')
    const secure = connectTLS({
      secureContext: this.#contextOf(material),
      socket,
      ALPNProtocols: [...alpn],
      rejectUnauthorized: !material.insecure,
      // The name that is checked, which for addresses must not go into SNI.
      ...(isIP(name) === 0 ? { servername: name } : { host: name }),
    })
    await opened(secure, 'secureConnect')
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

function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  // A failed socket may emit further errors, which are ignored.
  socket.on('error', () => undefined)
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      forget()
      socket.destroy()
      reject(error)
    }
    const gone = (): void => fail(new Error('the connection was closed'))
    const done = (): void => {
      forget()
      resolve()
    }
    const forget = (): void => {
      socket.off(event, done)
      socket.off('error', fail)
      socket.off('close', gone)
      socket.off('end', gone)
    }
    socket.once(event, done)
    socket.once('error', fail)
    socket.once('close', gone)
    socket.once('end', gone)
  })
}
