import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { createServer as createTLSServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { TestCertificate } from './certificate.js'

/** A request as a script sees it. */
export interface ScriptedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly bytes: Uint8Array
  readonly httpVersion: string
  readonly raw: IncomingMessage | Http2ServerRequest
}

export type ScriptedResponse = ServerResponse | Http2ServerResponse
export type Script = (request: ScriptedRequest, response: ScriptedResponse) => void | Promise<void>

/** An HTTP server whose responses a test defines, and which records requests. */
export interface ScriptedServer {
  readonly url: string
  readonly requests: ScriptedRequest[]
  readonly server: Server
  readonly sockets: Set<Socket>
  close(): Promise<void>
}

export type ServerFlavor = 'http1' | 'https1' | 'h2'

export interface ScriptedServerOptions {
  readonly certificate?: TestCertificate
  readonly settings?: { maxConcurrentStreams?: number }
  readonly requestCert?: boolean
}

/** Starts a server on a port of its own. */
export async function scriptedServer(
  flavor: ServerFlavor,
  script: Script,
  { certificate, settings, requestCert = false }: ScriptedServerOptions = {},
): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = []
  const sockets = new Set<Socket>()
  const listener = async (raw: IncomingMessage | Http2ServerRequest, response: ScriptedResponse): Promise<void> => {
    const pieces: Uint8Array[] = []
    try {
      for await (const chunk of raw) pieces.push(chunk as Uint8Array)
    } catch {
      return
    }
    const bytes = Buffer.concat(pieces)
    const { method = '', url = '', headers, httpVersion } = raw
    const request = { method, url, headers, body: bytes.toString(), bytes, httpVersion, raw }
    requests.push(request)
    await script(request, response)
  }
  const tls = { ...certificate, requestCert, rejectUnauthorized: false }
  const server =
    flavor === 'http1'
      ? createServer(listener as never)
      : flavor === 'https1'
        ? createTLSServer(tls, listener as never)
        : createSecureServer({ ...tls, allowHTTP1: false, ...(settings && { settings }) }, listener as never)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  ;(server as Http2SecureServer).on('sessionError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${flavor === 'http1' ? 'http' : 'https'}://localhost:${port}`,
    requests,
    server: server as unknown as Server,
    sockets,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** Answers with JSON. */
export function answerJSON(
  response: ScriptedResponse,
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): void {
  const body = Buffer.from(JSON.stringify(value))
  ;(response as ServerResponse).writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    ...headers,
  })
  response.end(body)
}

/** Breaks a response off. */
export function cut(response: ScriptedResponse): void {
  if ('stream' in response) response.stream.close(2)
  else response.socket?.destroy()
}
