import { InformerFactory } from '@apimachinery/client/cache'
import { type Clock, systemClock } from 'apimachinery/wait'
import type { Controller } from '../controllers/controller.js'
import { type ControllerName, type ControllerSettings, newController } from '../controllers/controller-names.js'
import type { APIServer } from '../kubernetes/api-server.js'

/** The environment of controllers. */
export interface RunningControllersOptions extends ControllerSettings {
  readonly server: APIServer
  readonly clock: Clock
}

/** Controllers with the informers that they share. */
export class RunningControllers {
  readonly #controllers: readonly Controller[]
  readonly #informers: InformerFactory
  readonly #unlisten: () => void

  private constructor(controllers: readonly Controller[], informers: InformerFactory, unlisten: () => void) {
    this.#controllers = controllers
    this.#informers = informers
    this.#unlisten = unlisten
  }

  /** Starts controllers as members of `system:masters`. Throws `MachineryError` for a name that is not known. */
  static async start(
    names: readonly ControllerName[],
    { server, clock, ...settings }: RunningControllersOptions,
  ): Promise<RunningControllers> {
    const client = server.client({ userAgent: 'controllers' })
    const unlisten = server.discovery.onChange(() => client.discovery.invalidate())
    const informers = new InformerFactory({ client })
    const onError = (error: unknown, controller: string) =>
      server.generic.logger.warn({ controller, error }, 'a controller tries again')
    // Retries must not wait for a clock that a test holds.
    const context = { client, informers, clock, pace: systemClock, onError }
    const controllers = await Promise.all(names.map((name) => newController(name, context, settings)))
    for (const controller of controllers) controller.start()
    informers.start()
    return new RunningControllers(controllers, informers, unlisten)
  }

  async stop(): Promise<void> {
    this.#unlisten()
    await this.#informers.stop()
    await Promise.all(this.#controllers.map((controller) => controller.stop()))
    await this.#informers.client.close()
  }
}
