import type { ExecHooks } from '../config/exec-hooks.js'
import type { RESTConfig } from '../config/rest-config.js'
import { Client, type ClientOptions } from './client.js'

/** How {@link NodeClient.connect} finds and connects to a server. */
export type ConnectOptions = Omit<ClientOptions, 'transport' | 'namespace'> & {
  /** Where the server is; default: kubeconfig, or the files of the pod. */
  readonly config?: RESTConfig | undefined
  /** HTTP/1.1 only, or what the server supports. Default `auto`. */
  readonly protocol?: 'auto' | 'http1' | undefined
  /** Observes exec plugins. */
  readonly execHooks?: ExecHooks | undefined
}

/** A client that finds its server itself. It is the `Client` of the main entry. */
export class NodeClient extends Client {
  /** Every client is one, also those that `Client.from` and other entries make: only how they are made differs. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a class that extends this one has only its own instances.
    const type = this === NodeClient ? Client : this
    return Function.prototype[Symbol.hasInstance].call(type, value)
  }

  /**
   * A client of the server that a configuration names; without one, of the server that kubeconfig or the files of the pod
   * name. Nothing is sent yet.
   *
   * @throws ConfigError
   */
  static async connect({ config, protocol, execHooks, ...options }: ConnectOptions = {}): Promise<Client> {
    // Loaded on use: a program with its own transport needs neither files nor sockets.
    const found = config ?? (await (await import('../config/load-config.js')).loadConfig())
    const { transportFor } = await import('../transport/transport-for.js')
    const transport = transportFor(found, { protocol, execHooks })
    return Client.from({ ...options, transport, namespace: found.namespace })
  }
}
