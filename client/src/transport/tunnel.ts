import type { Socket } from 'node:net'
import { TransportError } from './transport-error.js'

/** Where a tunnel leads. */
export interface TunnelTarget {
  readonly host: string
  readonly port: number
}

/** Opens a tunnel through an HTTP proxy with `CONNECT`. @throws TransportError `NotConnected` */
export async function connectTunnel(socket: Socket, proxy: URL, { host, port }: TunnelTarget): Promise<void> {
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`]
  if (proxy.username !== '') {
    const user = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`
    lines.push(`Proxy-Authorization: Basic ${Buffer.from(user).toString('base64')}`)
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const reader = new HandshakeReader(socket)
  const head = await reader.until('\r\n\r\n', 64 * 1024)
  reader.release()
  const [, status, reason] = /^HTTP\/1\.[01] (\d{3}) ?(.*)/.exec(head) ?? []
  if (status !== '200') {
    const answer = status === undefined ? 'no HTTP response' : `${status} ${reason}`
    throw new TransportError('NotConnected', `proxy ${proxy.host} refused to connect to ${authority}: ${answer}`)
  }
}

const socksReplies = [
  'succeeded',
  'general SOCKS server failure',
  'connection not allowed by ruleset',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'TTL expired',
  'command not supported',
  'address type not supported',
]

/** Connects through a SOCKS5 proxy, which resolves the name. RFC 1928, 1929. @throws TransportError `NotConnected` */
export async function connectSocks5(socket: Socket, proxy: URL, { host, port }: TunnelTarget): Promise<void> {
  const refuse = (why: string): TransportError =>
    new TransportError('NotConnected', `proxy ${proxy.host} refused to connect to ${host}:${port}: ${why}`)
  const hasUser = proxy.username !== ''
  const reader = new HandshakeReader(socket)
  socket.write(Uint8Array.from(hasUser ? [5, 2, 0, 2] : [5, 1, 0]))
  const [version, method] = await reader.bytes(2)
  if (version !== 5) throw refuse('it is no SOCKS5 proxy')
  if (method === 2 && hasUser) {
    const user = Buffer.from(decodeURIComponent(proxy.username))
    const password = Buffer.from(decodeURIComponent(proxy.password))
    socket.write(Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]))
    if ((await reader.bytes(2))[1] !== 0) throw refuse('username/password authentication failed')
  } else if (method !== 0) throw refuse('no acceptable authentication methods')
  const name = Buffer.from(host)
  if (name.length > 255) throw refuse('the name is too long')
  const end = Buffer.alloc(2)
  end.writeUInt16BE(port)
  socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3, name.length]), name, end]))
  const [, reply = 1, , type] = await reader.bytes(4)
  if (reply !== 0) throw refuse(socksReplies[reply] ?? `unknown code: ${reply}`)
  const length = type === 1 ? 4 : type === 4 ? 16 : ((await reader.bytes(1))[0] ?? 0)
  await reader.bytes(length + 2)
  reader.release()
}

/** Reads the response of a proxy before the socket is used. */
class HandshakeReader {
  readonly #socket: Socket
  #buffer = Buffer.alloc(0)
  #wake: () => void = () => undefined
  #error: Error | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', this.#onData)
    socket.once('error', this.#onError)
    socket.once('close', this.#onClose)
  }

  async bytes(count: number): Promise<Uint8Array> {
    await this.#fill(() => this.#buffer.length >= count)
    const taken = this.#buffer.subarray(0, count)
    this.#buffer = this.#buffer.subarray(count)
    return taken
  }

  async until(mark: string, limit: number): Promise<string> {
    await this.#fill(() => {
      if (this.#buffer.length > limit) throw new TransportError('NotConnected', 'the proxy answers too much')
      return this.#buffer.includes(mark)
    })
    const end = this.#buffer.indexOf(mark) + mark.length
    const taken = this.#buffer.subarray(0, end).toString('latin1')
    this.#buffer = this.#buffer.subarray(end)
    return taken
  }

  release(): void {
    this.#socket.off('data', this.#onData)
    this.#socket.off('error', this.#onError)
    this.#socket.off('close', this.#onClose)
    this.#socket.pause()
    if (this.#buffer.length > 0) this.#socket.unshift(this.#buffer)
  }

  async #fill(enough: () => boolean): Promise<void> {
    while (!enough()) {
      if (this.#error !== undefined) throw new TransportError('NotConnected', this.#error.message, this.#error)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#buffer = Buffer.concat([this.#buffer, chunk])
    this.#wake()
  }
  readonly #onError = (error: Error): void => {
    this.#error = error
    this.#wake()
  }
  readonly #onClose = (): void => {
    this.#error ??= new Error('the proxy closed the connection')
    this.#wake()
  }
}
