import { Client, InProcessTransport } from '@apimachinery/client'
import { MachineryError } from 'apimachinery/errors'
import { type Clock, systemClock } from 'apimachinery/wait'
import { type ControllerSelector, clusterControllers } from '../cluster/cluster-controllers.js'
import type { ControllerDescriptor } from '../controllers/controller-descriptor.js'
import { RunningControllers } from '../controllers/running-controllers.js'
import { selectControllers } from '../controllers/select-controllers.js'
import { networkConnector } from '../kinds/core/kubelet/connector.js'
import { APIServer, type APIServerOptions } from '../kubernetes/api-server.js'
import { SimulatedKubelets } from '../nodes/kubelet/simulated-kubelets.js'
import type { NodesOptions } from '../nodes/simulate-nodes.js'
import type { Handler, ReceivedRequest } from '../request/http.js'
import type { SchedulerOptions } from '../scheduler/scheduler.js'
import type { ValueRequest } from '../serving/in-process.js'
import { MemoryKV } from '../storage/kv/memory/memory-kv.js'
import { Activity } from './activity.js'
import { createDefinitions } from './definitions.js'
import { Faults } from './faults.js'
import { kubeconfigText } from './kubeconfig-text.js'
import { createObjects, type GivenObject, type ObjectSource, readObjects } from './manifests.js'
import { ObservedClock } from './observed-clock.js'
import { RequestLog } from './request-log.js'
import { fromOrigin, originOf, type ServerOrigin } from './server-origin.js'
import { newTestCertificates, type SocketAddress, SocketPort, type TestCertificates } from './socket-port.js'
import { type TestUser, TestUsers } from './test-users.js'
import { TestWebhooks, type WebhookSource } from './test-webhooks.js'
import { type IdleOptions, untilIdle } from './until-idle.js'
import { derivedConfigurations, readWebhookConfigurations } from './webhook-configurations.js'
import { addConversions } from './webhook-conversions.js'

/** Initial state and settings of a {@link TestServer}. */
export interface TestServerOptions
  extends Omit<
    APIServerOptions,
    'kv' | 'clock' | 'outerFilters' | 'innerFilters' | 'authenticators' | 'inProcessWebhooks'
  > {
  /** Definitions of custom resources: objects, or paths of files and folders. They are served when the server has started. */
  readonly crds?: readonly ObjectSource[] | undefined
  /** Objects to create, in order, after the definitions. */
  readonly objects?: readonly ObjectSource[] | undefined
  /** Webhooks that are called in this process, as with {@link TestServer.useWebhooks}, before the objects are created. */
  readonly webhooks?: WebhookSource | undefined
  /** Their configurations, as objects or paths of files and folders, whose other kinds are passed over. */
  readonly webhookConfigurations?: readonly ObjectSource[] | undefined
  /** Users beside `admin`, by name. */
  readonly users?: Readonly<Record<string, TestUser>> | undefined
  /** Time of the server: creation and deletion times, leases, bookmarks. A `FakeClock` advances only on request. */
  readonly clock?: Clock | undefined
  /** Controllers to run beside the server, by name; `all` for all of them. Default: none. */
  readonly controllers?: readonly ControllerSelector[] | 'all' | undefined
  /** How the controller `node` behaves. */
  readonly nodes?: NodesOptions | undefined
  /** How the controller `scheduler` behaves. */
  readonly scheduler?: SchedulerOptions | undefined
}

/** What a fork may have differently. */
export type ForkedServerOptions = Pick<TestServerOptions, 'clock' | 'controllers' | 'nodes'>

/** All objects of a test server at one moment. */
export interface TestServerSnapshot {
  readonly kv: MemoryKV
  /** The server that made what every cluster has. */
  readonly origin?: ServerOrigin | undefined
}

/**
 * A Kubernetes API server in the process of a test: memory storage, no socket, RBAC, a user `admin` who may do everything.
 * Stop it at the end: then no timer and no handle is left.
 */
export class TestServer {
  readonly clock: Clock
  readonly faults: Faults
  /** The log of requests, including the server's own. */
  readonly requests = new RequestLog()
  readonly #options: TestServerOptions
  readonly #activity = new Activity()
  readonly #kubelets: SimulatedKubelets
  readonly #controllerClock: ObservedClock
  readonly #controllerPace = new ObservedClock(systemClock)
  /** Its users, with their tokens; others may be added while it runs. */
  readonly users: TestUsers
  readonly #clients = new Map<string, Client>()
  #webhooks: TestWebhooks | undefined
  #kv: MemoryKV
  #origin: ServerOrigin | undefined
  #running: APIServer | undefined
  /** The start of the server; absent while nobody has needed it. */
  #started: Promise<APIServer> | undefined
  #stopped = false
  #port: SocketPort | undefined
  #made: Promise<TestCertificates> | undefined
  #controllers: RunningControllers | undefined

  private constructor(options: TestServerOptions, users: TestUsers, snapshot?: TestServerSnapshot) {
    this.#options = options
    this.users = users
    this.#webhooks = options.webhooks === undefined ? undefined : new TestWebhooks(options.webhooks)
    this.clock = options.clock ?? systemClock
    this.#controllerClock = new ObservedClock(this.clock)
    this.#kubelets = new SimulatedKubelets(this.clock)
    this.faults = new Faults({ clock: this.clock, frozen: () => this.#frozen() })
    this.#kv = snapshot?.kv.fork({ clock: this.clock }) ?? new MemoryKV({ clock: this.clock })
    this.#origin = snapshot?.origin
  }

  /** Starts a server and creates what the options name. Throws `StatusError` for an object that is refused: its message names file and document. */
  static async start(options: TestServerOptions = {}): Promise<TestServer> {
    const server = new TestServer(options, new TestUsers(options.users))
    try {
      await server.awake()
      await createDefinitions(server.client, await readObjects(options.crds ?? [], 'crds'))
      const { webhooks, webhookConfigurations = [], objects = [] } = options
      if (webhooks !== undefined) await server.useWebhooks(webhooks, { webhookConfigurations })
      await server.#created(await readObjects(objects, 'objects'))
    } catch (error) {
      await server.stop()
      throw error
    }
    server.requests.clear()
    return server
  }

  /**
   * A server with the objects of a snapshot; the definitions and objects of the options are taken to be in it. It starts with the first
   * request, or with {@link awake}.
   */
  static async from(snapshot: TestServerSnapshot, options: TestServerOptions = {}): Promise<TestServer> {
    return new TestServer(options, new TestUsers(options.users), snapshot)
  }

  /** A client of `admin`, in process. */
  get client(): Client {
    return this.as('admin')
  }

  /** A client of a user, in process. Throws `MachineryError` for a user who is not in the options. */
  as(user: string): Client {
    let client = this.#clients.get(user)
    if (client === undefined) {
      this.users.token(user)
      const transport = new InProcessTransport((request) => this.#serve(request, user))
      client = Client.from({ transport })
      this.#clients.set(user, client)
    }
    return client
  }

  /** The API server beneath. It is another one after {@link restore}. Throws `MachineryError` for a fork that has not started: {@link awake} does that. */
  get api(): APIServer {
    if (this.#running !== undefined) return this.#running
    throw new MachineryError('InvalidValue', 'the server has not started: await its method awake, or send a request')
  }

  /** Starts the server if it has not started. A fork starts with the first request. Throws what its start throws. */
  awake(): Promise<APIServer> {
    if (this.#stopped) return Promise.reject(new MachineryError('InvalidValue', 'the server was stopped'))
    this.#started ??= this.#run()
    return this.#started
  }

  /** Answers a WHATWG request of `admin`, or of the user whose token it has. */
  async fetch(input: Request | string): Promise<Response> {
    const request = typeof input === 'string' ? new Request(new URL(input, 'https://localhost')) : input
    if (!request.headers.has('authorization')) {
      request.headers.set('authorization', `Bearer ${this.users.token('admin')}`)
    }
    return (await this.awake()).generic.fetch(request)
  }

  /** Listens on a free port of the loopback address with a certificate of its own, for tools that need a socket. A second call gives the same address. */
  async listen(): Promise<SocketAddress> {
    this.#port ??= await SocketPort.open((await this.awake()).generic, await this.#certificates())
    return this.#port.address
  }

  /** The text of a kubeconfig for a user; opens a socket. */
  async kubeconfig(user = 'admin'): Promise<string> {
    const token = this.users.token(user)
    return kubeconfigText({ ...(await this.listen()), user, token })
  }

  /**
   * A server of its own with the same objects, users and options; neither sees what happens to the other. Tokens are other ones. It costs
   * next to nothing until the first request, with which it starts.
   */
  async fork(options: ForkedServerOptions = {}): Promise<TestServer> {
    const fork = new TestServer({ ...this.#options, ...options }, this.users.copy(), {
      kv: this.#kv,
      origin: this.#origin,
    })
    fork.#webhooks = this.#webhooks
    return fork
  }

  /**
   * Answers admission and conversion webhooks in this process from now on: every webhook whose configuration names a service, and those
   * with a URL whose path has a handler. No certificate is needed. The configurations are created as they are given; handlers that
   * none of the cluster's configurations calls, and that say for which kinds they are, get one made for them. A definition of
   * `crds` without `spec.conversion` is converted by a handler whose scheme has all of its versions.
   *
   * @throws TypeError for a handler whose kinds are not known, and for files without configurations.
   */
  async useWebhooks(
    source: WebhookSource,
    { webhookConfigurations = [] }: Pick<TestServerOptions, 'webhookConfigurations'> = {},
  ): Promise<void> {
    this.#webhooks = new TestWebhooks(source)
    const { handlers } = this.#webhooks
    const definitions = await readObjects(this.#options.crds ?? [], 'crds')
    await (await this.awake()).observed(await addConversions(this.client, definitions, handlers))
    await this.#created(await readWebhookConfigurations(webhookConfigurations))
    await this.#created(await derivedConfigurations(this.client, this.#webhooks))
  }

  /**
   * Creates objects in their order; definitions of custom resources come first, and are served when it resolves. Throws `StatusError` for an
   * object that is refused: its message names the object.
   */
  async load(sources: readonly ObjectSource[]): Promise<void> {
    if (sources.length === 0) return
    const given = await readObjects(sources, 'objects')
    const isDefinition = ({ object }: GivenObject): boolean => object.kind === 'CustomResourceDefinition'
    await createDefinitions(this.client, given.filter(isDefinition))
    await this.#created(given.filter((each) => !isDefinition(each)))
  }

  /**
   * Resolves when controllers and nodes have nothing to do: their queues are empty, they have seen what was written, and nothing is due on
   * the clock. Work that waits for a later time is not waited for. Throws `StatusError` `Timeout` that says what is busy.
   */
  async untilIdle(options: IdleOptions = { timeout: 30_000 }): Promise<void> {
    await this.awake()
    const [activity, clock, pace] = [this.#activity, this.#controllerClock, this.#controllerPace]
    return untilIdle({ activity, clock, pace, revision: () => this.revision }, options)
  }

  /** The newest resource version. */
  get revision(): number {
    return this.#kv.revision
  }

  /** Answers requests from sockets; of a server that is restored, the one that runs then. */
  readonly handle: Handler<ReceivedRequest> = async (request, response) =>
    (await this.awake()).generic.handle(request, response)

  /** All objects as they are now. */
  snapshot(): TestServerSnapshot {
    return { kv: this.#kv.fork(), origin: this.#origin }
  }

  /**
   * Restores the objects of a snapshot. Resource versions continue upwards, as on a server whose backup was restored
   * properly: watches are closed, and clients that request older versions get 410 and list again.
   */
  async restore(snapshot: TestServerSnapshot): Promise<void> {
    const before = this.#started
    const restored = this.#restored(snapshot, before)
    // Requests wait for the end of it.
    if (before !== undefined) this.#started = restored.then(() => this.#run())
    await restored
    if (before !== undefined) await this.#port?.resume((await this.awake()).generic)
  }

  async #restored({ kv, origin }: TestServerSnapshot, before: Promise<APIServer> | undefined): Promise<void> {
    const running = await before
    const { revision } = this
    const delayAgain = this.faults.release()
    await this.#port?.pause()
    await this.#controllers?.stop()
    this.#controllers = undefined
    await running?.stop()
    delayAgain()
    this.#kv = kv.fork({ clock: this.clock, revision: revision + 1 })
    this.#origin = origin
  }

  /** Ends watches and requests. A second call waits for the first. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.faults.release()
    await Promise.all([...this.#clients.values()].map((client) => client.close()))
    this.#clients.clear()
    await this.#started?.catch(() => undefined)
    await this.#port?.close()
    await this.#controllers?.stop()
    await this.faults.stop()
    await this.#running?.stop()
    await this.#kv.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #run(): Promise<APIServer> {
    const isNew = this.#running === undefined
    const running = await this.#start(this.#kv, {
      outerFilters: [this.requests.filter],
      innerFilters: [this.#activity.filter, this.faults.filter],
    })
    this.#running = running
    await running.ready()
    this.#origin = originOf(this.#options, running.kinds)
    // What the start has asked is of no interest; a server that was restored keeps its log.
    if (isNew) this.requests.clear()
    const forget = (): void => {
      for (const client of this.#clients.values()) client.discovery.invalidate()
    }
    running.discovery.onChange(forget)
    forget()
    const controllers = this.#selected
    if (controllers.length === 0) return running
    const signingAuthority = async () => (await this.#certificates()).authority
    const certificateAuthority = async () => (await signingAuthority()).certificate
    this.#controllers = await RunningControllers.start({
      controllers,
      server: running,
      clock: this.#controllerClock,
      pace: this.#controllerPace,
      settings: { certificateAuthority, signingAuthority },
      unrestricted: !this.#hasRoles,
    })
    return running
  }

  /** Creates objects, which requests are then treated by. */
  async #created(objects: readonly GivenObject[]): Promise<void> {
    await (await this.awake()).observed(await createObjects(this.client, objects))
  }

  /** Whether roles decide who may do what, and those of the controllers are there. */
  get #hasRoles(): boolean {
    const { authorizationModes = ['RBAC'], groups, bootstrap } = this.#options
    const contents = bootstrap?.contents ?? (groups === undefined ? 'cluster' : 'namespaces')
    return authorizationModes.includes('RBAC') && contents !== 'namespaces'
  }

  get #selected(): readonly ControllerDescriptor[] {
    const { controllers = [], nodes, scheduler } = this.#options
    const names = controllers === 'all' ? ['all'] : controllers
    // Where a scheduler runs, nodes leave the pods to it.
    const binds = !selectControllers(names, clusterControllers()).some(({ name }) => name === 'scheduler')
    return selectControllers(
      names,
      clusterControllers({ nodes: { binds, ...nodes }, scheduler, kubelets: this.#kubelets }),
    )
  }

  #certificates(): Promise<TestCertificates> {
    this.#made ??= newTestCertificates()
    return this.#made
  }

  #start(kv: MemoryKV, filters: Pick<APIServerOptions, 'outerFilters' | 'innerFilters'>): Promise<APIServer> {
    const { crds: _1, objects: _2, users: _3, controllers: _4, nodes: _5, scheduler: _8, ...rest } = this.#options
    const { webhooks: _6, webhookConfigurations: _7, ...options } = rest
    const { tokenAuthenticators = [], authorizationModes = ['RBAC'], admissionPlugins = {} } = options
    const { connector = networkConnector() } = options
    const { disable = [] } = admissionPlugins
    // Without the controller no pod could be created: the service accounts that it makes are missing.
    const withAccounts = this.#selected.some(({ name }) => name === 'serviceaccount-controller')
    return APIServer.start({
      ...options,
      ...filters,
      kv,
      clock: this.clock,
      connector: this.#kubelets.connector(connector),
      storage: { deferred: true, sharesObjects: true, ...options.storage },
      inProcessWebhooks: (address) => this.#webhooks?.at(address),
      authorizationModes,
      ...fromOrigin(this.#origin, this.#options),
      admissionPlugins: { ...admissionPlugins, disable: withAccounts ? disable : [...disable, 'ServiceAccount'] },
      tokenAuthenticators: [this.users, ...tokenAuthenticators],
    })
  }

  async #frozen(): Promise<{ handle: Handler; stop(): Promise<void> }> {
    const server = await this.#start(this.#kv.fork(), {})
    await server.ready()
    return { handle: server.generic.router.serve, stop: () => server.stop() }
  }

  async #serve(request: ValueRequest, user: string): ReturnType<APIServer['generic']['handleInProcess']> {
    const headers = { authorization: `Bearer ${this.users.token(user)}`, ...request.headers }
    return (await this.awake()).generic.handleInProcess({ ...request, headers })
  }
}
