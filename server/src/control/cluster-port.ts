import type { Handler, ReceivedRequest } from '../request/http.js'
import { IncomingRequest } from '../serving/incoming-request.js'
import type { Listener } from '../serving/listener.js'
import type { ClusterAddress } from './cluster.js'
import { type ClusterListenerOptions, clusterListener } from './cluster-listener.js'
import { missing } from './control-errors.js'
import { writeStatusError } from './write-status.js'

/** Finds the handler of a cluster by its name. */
export type FindHandler = (name: string) => Handler<ReceivedRequest> | undefined

/** How a {@link ClusterPort} serves. */
export interface ClusterPortOptions extends Omit<ClusterListenerOptions, 'handler'> {
  readonly find: FindHandler
}

/** The TLS port of the loopback address at which all clusters are reached, each below a path. */
export class ClusterPort {
  readonly #url: string
  readonly #certificateAuthority: string
  readonly #listener: Listener

  private constructor(url: string, certificateAuthority: string, listener: Listener) {
    this.#url = url
    this.#certificateAuthority = certificateAuthority
    this.#listener = listener
  }

  /** Listens. Throws the error of the operating system where the port cannot be had. */
  static async open({ find, ...options }: ClusterPortOptions): Promise<ClusterPort> {
    const listener = clusterListener({ ...options, handler: pathHandler(find) })
    const address = await listener.listen()
    const { certificate } = options.certificates.authority
    return new ClusterPort(`https://127.0.0.1:${address.port}`, certificate, listener)
  }

  /** Where a cluster is reached. */
  addressOf(name: string): ClusterAddress {
    return { url: `${this.#url}/clusters/${name}`, certificateAuthority: this.#certificateAuthority }
  }

  async close(): Promise<void> {
    this.#listener.drain()
    await this.#listener.close()
  }
}

/** Passes a request on to its cluster, without the path of the cluster. */
function pathHandler(find: FindHandler): Handler<ReceivedRequest> {
  return async (request, response) => {
    const [, name = '', rest = ''] = /^\/clusters\/([^/?]+)(.*)$/.exec(request.url) ?? []
    const handler = find(name)
    if (handler === undefined) return writeStatusError(response, missing('clusters', name))
    const url = rest.startsWith('/') ? rest : `/${rest}`
    await handler(new IncomingRequest({ ...request, url }), response)
  }
}
