import { systemClock } from 'apimachinery/wait'
import { Listener } from '../serving/listener.js'
import { newTestCertificates } from '../testing/socket-port.js'
import { Clusters } from './clusters.js'
import { controlHandler } from './control-handler.js'
import { operations } from './operations.js'

/** How the control API is served. */
export interface ControlServerOptions {
  /** Port of the loopback address; 0 for any. */
  readonly port: number
  /** Port of the loopback address at which clusters are reached; 0 for any. */
  readonly clustersPort?: number | undefined
  /** What requests must have. */
  readonly token: string
  /** Called for errors that are none of a client's. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** The control API of a process, and its clusters. */
export class ControlServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string
  readonly clusters: Clusters
  readonly #listener: Listener

  private constructor(url: string, clusters: Clusters, listener: Listener) {
    this.url = url
    this.clusters = clusters
    this.#listener = listener
  }

  /** Listens. Throws the error of the operating system where a port cannot be had. */
  static async start(options: ControlServerOptions): Promise<ControlServer> {
    const { port, clustersPort = 0, token, onError = () => undefined } = options
    const clusters = await Clusters.open({ certificates: await newTestCertificates(), port: clustersPort, onError })
    const handler = controlHandler({ clusters, operations, token, onError })
    const listener = new Listener({ host: '127.0.0.1', port, handler, clock: systemClock, onError })
    try {
      const address = await listener.listen()
      return new ControlServer(`http://127.0.0.1:${address.port}`, clusters, listener)
    } catch (error) {
      await clusters.stop()
      throw error
    }
  }

  /** Deletes all clusters, and listens no more. */
  async stop(): Promise<void> {
    this.#listener.drain()
    await this.clusters.stop()
    await this.#listener.close()
  }
}
