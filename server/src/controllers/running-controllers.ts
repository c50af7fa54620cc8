import type { Client } from '@apimachinery/client'
import { InformerFactory } from '@apimachinery/client/cache'
import { CoreEventBroadcaster } from '@apimachinery/client/events'
import { type Clock, systemClock } from 'apimachinery/wait'
import { WellKnownUser } from '../authentication/authenticator.js'
import type { APIServer } from '../kubernetes/api-server.js'
import type { Controller } from './controller.js'
import type { ControllerDescriptor } from './controller-descriptor.js'
import { type ControllerIdentity, controllerManager } from './controller-identity.js'
import type { ControllerSettings } from './controller-settings.js'

/** What {@link RunningControllers} start with. */
export interface RunningControllersOptions {
  readonly controllers: readonly ControllerDescriptor[]
  /** Is ready. */
  readonly server: APIServer
  /** The time of the cluster. Default: the system's. */
  readonly clock?: Clock | undefined
  /** Measures pauses and retries of the controllers. Default: the system's clock. */
  readonly pace?: Clock | undefined
  readonly settings: Omit<ControllerSettings, 'tokenIssuer' | 'addGroup'>
  /** The cluster has no roles for controllers: they may do everything. Default: each has the rights of its user alone. */
  readonly unrestricted?: boolean | undefined
}

/** Controllers of a server in this process, each with a client of its own user, and with the informers that they share. */
export class RunningControllers {
  readonly #server: APIServer
  readonly #clock: Clock
  readonly #pace: Clock
  readonly #unrestricted: boolean
  readonly #informers: InformerFactory
  readonly #clients: Client[] = []
  readonly #events: CoreEventBroadcaster[] = []
  readonly #unlisten: () => void
  #controllers: readonly Controller[] = []

  private constructor({
    server,
    clock = systemClock,
    pace = systemClock,
    unrestricted = false,
  }: RunningControllersOptions) {
    this.#server = server
    this.#unrestricted = unrestricted
    this.#clock = clock
    this.#pace = pace
    this.#informers = new InformerFactory({ client: this.#clientOf(controllerManager) })
    this.#unlisten = server.discovery.onChange(() => {
      for (const client of this.#clients) client.discovery.invalidate()
    })
  }

  /** Makes and starts controllers. Failures of theirs are logged, and what failed is tried again. */
  static async start(options: RunningControllersOptions): Promise<RunningControllers> {
    const running = new RunningControllers(options)
    try {
      const { serviceAccounts, addGroup } = options.server
      const settings = { ...options.settings, tokenIssuer: serviceAccounts.issuer, addGroup }
      running.#controllers = await Promise.all(options.controllers.map((each) => running.#make(each, settings)))
    } catch (error) {
      await running.stop()
      throw error
    }
    for (const controller of running.#controllers) controller.start()
    running.#informers.start()
    return running
  }

  /** Ends what is worked on, writes the events that wait, and leaves no timer. */
  async stop(): Promise<void> {
    this.#unlisten()
    await this.#informers.stop()
    await Promise.all(this.#controllers.map((controller) => controller.stop()))
    await Promise.all(this.#events.map((events) => events.stop()))
    await Promise.all(this.#clients.map((client) => client.close()))
  }

  async #make(descriptor: ControllerDescriptor, settings: ControllerSettings): Promise<Controller> {
    const { name, identity, component = name, make } = descriptor
    const client = this.#clientOf(identity)
    // Retries must not wait for a clock that a test holds.
    const [clock, pace] = [this.#clock, this.#pace]
    const onError = (error: unknown, controller: string): void => this.#report(error, controller)
    const events = new CoreEventBroadcaster({ client, clock, pace, onError: (error) => onError(error, name) })
    this.#events.push(events)
    const recorder = events.recorder(component)
    const { release, featureEnabled } = this.#server
    const informers = this.#informers
    const workers = settings.tuning?.workers?.[name]
    return make(
      { client, informers, events: recorder, release, featureEnabled, clock, pace, workers, onError },
      settings,
    )
  }

  #clientOf({ user, program }: ControllerIdentity): Client {
    const { loopback } = this.#server.generic
    const groups = this.#unrestricted ? [...user.groups, WellKnownUser.systemPrivilegedGroup] : user.groups
    const client = loopback.client({ user: { ...user, groups }, userAgent: loopback.userAgent(program) })
    this.#clients.push(client)
    return client
  }

  #report(error: unknown, controller: string): void {
    this.#server.generic.logger.warn({ controller, error }, 'a controller tries again')
  }
}
