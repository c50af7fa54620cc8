import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { drained } from '../transport/drained.js'
import type { PortConnection } from './port-connection.js'

/** How local ports are opened. */
export interface PortForwarderOptions {
  /** Local port → port of the pod; 0 takes a free one. */
  readonly ports: readonly { readonly local?: number | undefined; readonly remote: number }[]
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string | undefined
  /** Called when a connection could not be forwarded. */
  readonly onError?: ((error: unknown, port: number) => void) | undefined
}

/** Listens on local ports and forwards each connection to a pod. */
export class PortForwarder {
  readonly #servers: Server[] = []
  readonly #sockets = new Set<Socket>()
  /** The ports, with the local ones that were taken. */
  readonly ports: { readonly local: number; readonly remote: number }[] = []

  /** Listens on local ports and forwards their connections to a pod. @throws when a local port cannot be had */
  static async start(
    pod: { connect(port: number): Promise<PortConnection> },
    options: PortForwarderOptions,
  ): Promise<PortForwarder> {
    const forwarder = new PortForwarder()
    const connect = (port: number): Promise<PortConnection> => pod.connect(port)
    try {
      for (const { local = 0, remote } of options.ports) await forwarder.#listen({ local, remote }, connect, options)
    } catch (error) {
      await forwarder.close()
      throw error
    }
    return forwarder
  }

  /** Closes all connections and releases the ports. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
  }

  async #listen(
    { local, remote }: { readonly local: number; readonly remote: number },
    connect: (port: number) => Promise<PortConnection>,
    { host = '127.0.0.1', onError }: PortForwarderOptions,
  ): Promise<void> {
    const server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      forward(socket, () => connect(remote)).catch((error: unknown) => {
        socket.destroy()
        onError?.(error, remote)
      })
    })
    this.#servers.push(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(local, host, () => resolve())
    })
    this.ports.push({ local: (server.address() as AddressInfo).port, remote })
  }
}

async function forward(socket: Socket, connect: () => Promise<PortConnection>): Promise<void> {
  socket.on('error', () => undefined)
  const connection = await connect()
  // It may be closed while the pod is contacted.
  if (socket.destroyed) return connection.close()
  socket.once('close', () => connection.close())
  const upwards = async (): Promise<void> => {
    for await (const chunk of socket as AsyncIterable<Uint8Array>) await connection.write(chunk)
  }
  upwards().catch(() => connection.close())
  for await (const chunk of connection.readable) {
    if (!socket.write(chunk)) await drained(socket)
  }
  socket.end()
}

/** Forwards local ports to a pod: `portForward(client.pod('prod', 'web'), { ports: [{ local: 8080, remote: 80 }] })`. */
export function portForward(
  pod: { connect(port: number): Promise<PortConnection> },
  options: PortForwarderOptions,
): Promise<PortForwarder> {
  return PortForwarder.start(pod, options)
}
