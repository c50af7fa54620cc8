import type { TestServer } from '@apimachinery/server/testing'
import type { ClusterSpec } from '../../src/control/cluster-spec.js'
import { ControlServer } from '../../src/control/control-server.js'

/** A cluster of the control API, which programs reach below its path. */
export class ServedCluster {
  readonly #control: ControlServer
  readonly #name: string

  private constructor(control: ControlServer, name: string) {
    this.#control = control
    this.#name = name
  }

  static async start(spec: Omit<ClusterSpec, 'name'> = {}): Promise<ServedCluster> {
    const control = await ControlServer.start({ port: 0, token: 'none is asked for' })
    const { parts } = await control.clusters.create(spec)
    return new ServedCluster(control, parts.name)
  }

  get server(): TestServer {
    return this.#control.clusters.get(this.#name).server
  }

  async kubeconfig(): Promise<string> {
    const cluster = this.#control.clusters.get(this.#name)
    return cluster.describeUser(cluster.server.users.get('admin')!).kubeconfig
  }

  stop(): Promise<void> {
    return this.#control.stop()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
