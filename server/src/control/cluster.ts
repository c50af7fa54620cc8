import { kubeconfigText } from '../testing/kubeconfig-text.js'
import type { TestServer } from '../testing/test-server.js'
import type { KnownUser } from '../testing/test-users.js'
import type { ClusterClock } from './cluster-clock.js'
import { ClusterFaults } from './cluster-faults.js'
import type { Origin, ServerSpec } from './cluster-spec.js'

/** Where a cluster is reached. */
export interface ClusterAddress {
  readonly url: string
  readonly certificateAuthority: string
}

/** What a {@link Cluster} is made of. */
export interface ClusterParts extends ClusterAddress {
  readonly name: string
  readonly from: Origin | undefined
  readonly server: TestServer
  readonly clock: ClusterClock
  readonly spec: ServerSpec
  readonly controllers: readonly string[]
  readonly nodes: number | string
  /** Closes the port that is the cluster's own. */
  readonly closePort: () => Promise<void>
}

/** A cluster of the control API. */
export class Cluster {
  readonly parts: ClusterParts
  readonly faults: ClusterFaults
  readonly #created = new Date()

  constructor(parts: ClusterParts) {
    this.parts = parts
    this.faults = new ClusterFaults(parts.server.faults)
  }

  get server(): TestServer {
    return this.parts.server
  }

  get clock(): ClusterClock {
    return this.parts.clock
  }

  /** The cluster as clients see it. */
  describe(): object {
    const { name, from, url, certificateAuthority, controllers, nodes } = this.parts
    const { token, kubeconfig } = this.describeUser(this.server.users.get('admin')!)
    const created = this.#created.toISOString()
    return {
      name,
      created,
      ...(from !== undefined && { from }),
      url,
      certificateAuthority,
      token,
      kubeconfig,
      controllers,
      nodes,
    }
  }

  /** A user as clients see it. */
  describeUser({ name, groups, uid, extra, token }: KnownUser) {
    const { url, certificateAuthority } = this.parts
    const kubeconfig = kubeconfigText({ url, certificateAuthority, user: name, token })
    return { name, groups, uid, extra, token, kubeconfig }
  }

  async stop(): Promise<void> {
    await this.parts.closePort()
    await this.server.stop()
    this.clock.stop()
  }
}
