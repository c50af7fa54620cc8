import { APIServer } from '../../../server/src/kubernetes/api-server.js'
import { Client, type ClientOptions } from '../../src/client/client.js'
import { NodeClient } from '../../src/client/node-client.js'
import type { ContentFormat } from '../../src/rest/rest-client.js'
import { InProcessTransport } from '../../src/transport/in-process-transport.js'
import { testCertificate } from './certificate.js'

/** How a test reaches the server. */
export type Way = 'HTTP/2' | 'HTTP/1.1' | 'in process'

/** A real server of this repository. */
export interface TestAPIServer {
  readonly server: APIServer
  readonly url: string
  readonly caData: Uint8Array
  readonly token: string
  client(way: Way, format?: ContentFormat, options?: Partial<ClientOptions>): Promise<Client>
  stop(): Promise<void>
}

/** Starts a server with memory storage that allows everything. */
export async function startAPIServer(): Promise<TestAPIServer> {
  const certificate = await testCertificate()
  const server = await APIServer.start({
    featureGates: { CBORServingAndStorage: true },
    // No controller creates service accounts here.
    admissionPlugins: { disable: ['ServiceAccount'] },
  })
  const { port } = await server.generic.listen({
    host: '127.0.0.1',
    port: 0,
    tls: { cert: certificate.cert, key: certificate.key },
  })
  const url = `https://localhost:${port}`
  const caData = new TextEncoder().encode(certificate.cert)
  const clients: Client[] = []
  return {
    server,
    url,
    caData,
    token: server.loopbackToken,
    client: async (way, format, options = {}) => {
      const made =
        way === 'in process'
          ? Client.from({
              ...options,
              format,
              transport: new InProcessTransport((request) =>
                server.generic.handleInProcess({
                  ...request,
                  headers: { ...request.headers, authorization: `Bearer ${server.loopbackToken}` },
                }),
              ),
            })
          : await NodeClient.connect({
              ...options,
              format,
              protocol: way === 'HTTP/1.1' ? 'http1' : 'auto',
              // Connections of unknown users are closed by the server after each request.
              config: { host: url, tls: { caData }, bearerToken: server.loopbackToken },
            })
      clients.push(made)
      return made
    },
    stop: async () => {
      await Promise.all(clients.map((each) => each.close()))
      await server.stop()
    },
  }
}
