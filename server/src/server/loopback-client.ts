import { Client, type ClientOptions, InProcessTransport } from '@apimachinery/client'
import type { GenericAPIServer } from './generic-api-server.js'

/** Settings of a {@link loopbackClient}. */
export type LoopbackOptions = Pick<ClientOptions, 'userAgent' | 'maxRetries' | 'onWarning'>

/** A client of a server in this process, with a token in place of a connection. */
export function loopbackClient(
  server: Pick<GenericAPIServer, 'handleInProcess'>,
  token: string,
  options: LoopbackOptions = {},
): Client {
  const authorization = `Bearer ${token}`
  const transport = new InProcessTransport((request) =>
    server.handleInProcess({ ...request, headers: { ...request.headers, authorization } }),
  )
  // The server warns its users, not itself.
  return Client.from({ onWarning: false, ...options, transport })
}

/** A client of the server itself for one of its parts, which is the owner of the fields that it writes. Nothing is tried twice. */
export function componentClient(server: GenericAPIServer, token: string, component: string): Client {
  return loopbackClient(server, token, { userAgent: `${component}/v1.36.3`, maxRetries: 0 })
}
