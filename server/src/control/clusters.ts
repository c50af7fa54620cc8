import { newAlreadyExists } from 'apimachinery/errors'
import { fieldPath, forbidden } from 'apimachinery/validation'
import type { Handler, ReceivedRequest } from '../request/http.js'
import type { TestCertificates } from '../testing/socket-port.js'
import { TestServer } from '../testing/test-server.js'
import { applyClock, forkedClock } from './clock-changes.js'
import { Cluster } from './cluster.js'
import { ClusterClock } from './cluster-clock.js'
import { clusterListener } from './cluster-listener.js'
import { ClusterPort } from './cluster-port.js'
import { type ClusterSpec, serverFields } from './cluster-spec.js'
import { ClusterTemplates } from './cluster-templates.js'
import { invalidBody, invalidField, missing } from './control-errors.js'
import { controllerOptions } from './controller-choice.js'
import { generatedName } from './generated-name.js'
import { loadObjects } from './load-objects.js'
import { type Snapshot, Snapshots } from './snapshots.js'

/** What clusters are made with. */
export interface ClustersOptions {
  /** The certificates of all clusters. */
  readonly certificates: TestCertificates
  /** The port at which they are reached; 0 for any. */
  readonly port: number
  readonly onError: (error: unknown) => void
}

/** Where a new cluster begins, and what it has where its spec says nothing. */
type Beginning = Pick<Snapshot, 'objects' | 'users' | 'spec' | 'controllers' | 'nodes'> & {
  readonly clock: ClusterClock
}

/** The clusters of a process by name. */
export class Clusters {
  readonly snapshots = new Snapshots()
  readonly #options: ClustersOptions
  readonly #templates = new ClusterTemplates()
  readonly #byName = new Map<string, Cluster>()
  readonly #starting = new Map<string, Promise<Cluster>>()
  readonly #port: ClusterPort

  private constructor(options: ClustersOptions, open: (clusters: Clusters) => ClusterPort) {
    this.#options = options
    this.#port = open(this)
  }

  /** Listens where clusters are reached. */
  static async open(options: ClustersOptions): Promise<Clusters> {
    const found: { clusters?: Clusters } = {}
    const find = (name: string): Handler<ReceivedRequest> | undefined => found.clusters?.find(name)?.server.handle
    const port = await ClusterPort.open({ ...options, find })
    found.clusters = new Clusters(options, () => port)
    return found.clusters
  }

  /** Makes the template of empty clusters, so that the first one need not wait for it. */
  async prepare(): Promise<void> {
    await this.#templates.of({})
  }

  find(name: string): Cluster | undefined {
    return this.#byName.get(name)
  }

  /** @throws StatusError */
  get(name: string): Cluster {
    const cluster = this.#byName.get(name)
    if (cluster === undefined) throw missing('clusters', name)
    return cluster
  }

  list(): readonly Cluster[] {
    return [...this.#byName.values()]
  }

  /** Starts a cluster. @throws StatusError for what cannot be, and for a name that is taken */
  async create(spec: ClusterSpec): Promise<Cluster> {
    const { name = generatedName('cluster') } = spec
    if (this.#byName.has(name) || this.#starting.has(name)) {
      throw newAlreadyExists({ group: 'apimachinery.dev', resource: 'clusters' }, name)
    }
    const starting = this.#start(name, spec)
    this.#starting.set(name, starting)
    try {
      const cluster = await starting
      this.#byName.set(name, cluster)
      return cluster
    } finally {
      this.#starting.delete(name)
    }
  }

  /** @throws StatusError */
  async delete(name: string): Promise<void> {
    const cluster = this.get(name)
    this.#byName.delete(name)
    await cluster.stop()
  }

  async deleteAll(): Promise<void> {
    await Promise.all([...this.#byName.keys()].map((name) => this.delete(name)))
  }

  /** Ends everything, also what is being made. */
  async stop(): Promise<void> {
    await this.#templates.stop()
    await Promise.allSettled(this.#starting.values())
    await this.deleteAll()
    this.snapshots.deleteAll()
    await this.#port.close()
  }

  async #start(name: string, spec: ClusterSpec): Promise<Cluster> {
    const beginning = await this.#beginning(spec)
    const { clock } = beginning
    const { controllers = beginning.controllers, nodes = beginning.nodes } = spec
    applyClock(clock, spec.clock ?? {}, 'clock.')
    const choice = controllerOptions({ controllers, nodes })
    const options = { ...beginning.spec, ...choice, clock, users: beginning.users }
    const server = await TestServer.from(beginning.objects, options)
    try {
      for (const user of spec.users ?? []) server.users.add(user.name, user)
      await loadObjects(server, spec.objects ?? [])
      server.requests.clear()
      const own = spec.ownPort === true ? await this.#openPort(server) : undefined
      const address = this.#port.addressOf(name)
      const parts = { name, from: spec.from, server, clock, spec: beginning.spec, controllers, nodes }
      return new Cluster({ ...parts, ...address, ...own, closePort: own?.closePort ?? (async () => undefined) })
    } catch (error) {
      await server.stop()
      clock.stop()
      throw error
    }
  }

  async #beginning(spec: ClusterSpec): Promise<Beginning> {
    const { from } = spec
    if (from === undefined) {
      const { snapshot: objects, options } = await this.#templates.of(spec)
      return { objects, users: {}, spec: options, controllers: [], nodes: 0, clock: new ClusterClock() }
    }
    const errors = serverFields.filter((field) => spec[field] !== undefined)
    if (errors.length > 0) {
      throw invalidBody(errors.map((field) => forbidden(fieldPath(field), 'a fork has the server of its origin')))
    }
    if ((from.cluster === undefined) === (from.snapshot === undefined)) {
      throw invalidField('from', from, 'must have either cluster or snapshot')
    }
    if (from.snapshot !== undefined) {
      const snapshot = this.#origin('from.snapshot', from.snapshot, (name) => this.snapshots.get(name))
      return { ...snapshot, clock: forkedClock(snapshot.clock, snapshot.created) }
    }
    const cluster = this.#origin('from.cluster', from.cluster!, (name) => this.get(name))
    const { server, parts } = cluster
    const users = Object.fromEntries(server.users.list().map((user) => [user.name, user]))
    return { ...parts, objects: server.snapshot(), users, clock: forkedClock(cluster.clock.state, new Date()) }
  }

  #origin<T>(field: string, name: string, get: (name: string) => T): T {
    try {
      return get(name)
    } catch {
      throw invalidField(field, name, 'there is none of this name')
    }
  }

  async #openPort(server: TestServer) {
    const { certificates, onError } = this.#options
    const listener = clusterListener({ port: 0, certificates, handler: server.handle, onError })
    const { port } = await listener.listen()
    const closePort = async (): Promise<void> => {
      listener.drain()
      await listener.close()
    }
    return { url: `https://127.0.0.1:${port}`, closePort }
  }
}
