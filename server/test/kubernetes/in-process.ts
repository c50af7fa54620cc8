import { Client, InProcessTransport } from '@apimachinery/client'
import { APIServer, type APIServerOptions } from '../../src/kubernetes/api-server.js'

/** A server, and a client with all rights. */
export interface InProcess {
  readonly server: APIServer
  readonly client: Client
}

/** Starts a server of the built-in groups in memory, ready. */
export async function startInProcess(options: APIServerOptions = {}): Promise<InProcess> {
  // No controller makes the service accounts that pods would need.
  const server = await APIServer.start({ admissionPlugins: { disable: ['ServiceAccount'] }, ...options })
  await server.ready()
  const authorization = `Bearer ${server.loopbackToken}`
  const transport = new InProcessTransport((request) =>
    server.generic.handleInProcess({ ...request, headers: { ...request.headers, authorization } }),
  )
  return { server, client: Client.from({ transport, maxRetries: 0 }) }
}
