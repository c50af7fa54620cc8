import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A request for another protocol that reached an echo server. */
export interface SeenUpgrade {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** A server that accepts any upgrade, sends `hello`, and echoes its input; `bye` ends it. */
export interface EchoServer {
  readonly port: number
  readonly seen: SeenUpgrade[]
  /** Connections that are open. */
  readonly open: ReadonlySet<Duplex>
  stop(): Promise<void>
}

/** Starts an echo server. It refuses paths with `refuse` and answers 200 below `plain`, without switching. */
export async function startEchoServer(certificate: {
  readonly certificate: string
  readonly key: string
}): Promise<EchoServer> {
  const seen: SeenUpgrade[] = []
  const open = new Set<Socket>()
  const server = createServer({ cert: certificate.certificate, key: certificate.key }, (request, response) => {
    // Reached by what asks for nothing else, such as discovery.
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ kind: 'APIResourceList', url: request.url }))
  })
  server.on('upgrade', ({ method, url, headers }, stream: Duplex, head: Buffer): void => {
    const socket = stream as Socket
    seen.push({ method, url, headers })
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => {})
    if (url?.includes('refuse')) {
      return void socket.end(
        'HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nX-Why: told\r\nContent-Length: 3\r\n\r\nno\n',
      )
    }
    if (url?.includes('plain')) return void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    const version = headers['x-stream-protocol-version']
    const chosen = version === undefined ? '' : `X-Stream-Protocol-Version: ${String(version).split(',')[0]}\r\n`
    // Head and first bytes leave in one packet.
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${headers.upgrade}\r\n${chosen}\r\nhello`,
    )
    const answer = (chunk: Buffer): void => {
      if (chunk.toString() === 'bye') socket.end('bye')
      else socket.write(chunk)
    }
    if (head.length > 0) answer(head)
    socket.on('data', answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    open,
    async stop() {
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
