import type { Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import { type ScriptedServer, scriptedServer } from './scripted-server.js'

/** One side of a web socket of a scripted kubelet. */
export interface PodSocket {
  readonly url: string
  readonly protocol: string
  send(channel: number, data: string | Uint8Array): void
  onMessage(listener: (channel: number, data: Buffer) => void): void
  close(code?: number): void
  terminate(): void
}

/** A server whose web sockets a test controls. */
export async function podServer(
  script: (socket: PodSocket) => void,
  protocols = ['v5.channel.k8s.io', 'v4.channel.k8s.io'],
): Promise<ScriptedServer> {
  const server = await scriptedServer('http1', (_, response) => {
    ;(response as { writeHead(status: number): void }).writeHead(404)
    response.end()
  })
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: (offered) => protocols.find((each) => offered.has(each)) ?? false,
  })
  server.server.on('upgrade', (request: { url: string; headers: object }, socket: Socket, head: Buffer) => {
    if (request.url.includes('/refused/')) {
      const body = JSON.stringify({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        reason: 'Forbidden',
        code: 403,
        message: 'no exec for you',
      })
      socket.end(
        `HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
      )
      return
    }
    sockets.handleUpgrade(request as never, socket, head, (connection) => {
      script({
        url: request.url,
        protocol: connection.protocol,
        send: (channel, data) => connection.send(Buffer.concat([Buffer.from([channel]), Buffer.from(data)])),
        onMessage: (listener) => connection.on('message', (data: Buffer) => listener(data[0]!, data.subarray(1))),
        close: (code) => connection.close(code),
        terminate: () => connection.terminate(),
      })
    })
  })
  return server
}
