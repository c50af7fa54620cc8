import { InformerFactory } from '@apimachinery/client/cache'
import type { Clock } from 'apimachinery/wait'
import type { Controller } from '../controllers/controller.js'
import { type ControllerName, type ControllerSettings, newController } from '../controllers/controller-names.js'
import type { APIServer } from '../kubernetes/api-server.js'
import { loopbackClient } from '../server/loopback-client.js'

/** The environment of controllers. */
export interface RunningControllersOptions extends ControllerSettings {
  readonly server: APIServer
  readonly clock: Clock
}

/** Controllers with the informers that they share. */
export class RunningControllers {
  readonly #controllers: readonly Controller[]
  readonly #informers: InformerFactory

  private constructor(controllers: readonly Controller[], informers: InformerFactory) {
    this.#controllers = controllers
    this.#informers = informers
  }

  /** Starts controllers as members of `system:masters`. Throws `Error` for a name that is not known. */
  static async start(
    names: readonly ControllerName[],
    { server, clock, ...settings }: RunningControllersOptions,
  ): Promise<RunningControllers> {
    const client = loopbackClient(server.generic, server.loopbackToken, { userAgent: 'controllers' })
    const informers = new InformerFactory({ client })
    const onError = (error: unknown, controller: string) =>
      server.generic.logger.warn({ controller, error }, 'a controller tries again')
    const context = { client, informers, clock, onError }
    const controllers = await Promise.all(names.map((name) => newController(name, context, settings)))
    for (const controller of controllers) controller.start()
    informers.start()
    return new RunningControllers(controllers, informers)
  }

  async stop(): Promise<void> {
    await this.#informers.stop()
    await Promise.all(this.#controllers.map((controller) => controller.stop()))
    await this.#informers.client.close()
  }
}
