import { Client, InProcessTransport } from '@apimachinery/client'
import type { GenericAPIServer } from '../../server/generic-api-server.js'

/** A client of the server itself, in this process, with all rights. `manager` is the owner of the fields that it writes. */
export function loopbackClient(server: GenericAPIServer, token: string, manager: string): Client {
  const authorization = `Bearer ${token}`
  const transport = new InProcessTransport((request) =>
    server.handleInProcess({ ...request, headers: { ...request.headers, authorization } }),
  )
  return Client.from({ transport, userAgent: `${manager}/v1.36.3`, maxRetries: 0 })
}
