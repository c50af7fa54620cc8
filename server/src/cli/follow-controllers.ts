import type { ControllerDescriptor } from '../controllers/controller-descriptor.js'
import type { RunningControllers, RunningControllersOptions } from '../controllers/running-controllers.js'
import type { APIServer } from '../kubernetes/api-server.js'

/** Runs controllers from the time when a server is ready until it begins to stop. What does not start is logged. */
export function followControllers(
  server: APIServer,
  controllers: readonly ControllerDescriptor[],
  settings: RunningControllersOptions['settings'],
): void {
  if (controllers.length === 0) return
  const { hooks, logger } = server.generic
  let running: Promise<RunningControllers> | undefined
  let stopped = false
  async function start(): Promise<void> {
    const { RunningControllers } = await import('../controllers/running-controllers.js')
    if (stopped) return
    running = RunningControllers.start({ controllers, server, settings })
    await running
  }
  hooks.addPreShutdown('controllers', async () => {
    stopped = true
    await running?.then(
      (started) => started.stop(),
      () => undefined,
    )
  })
  server
    .ready()
    .then(start)
    .catch((error: unknown) => logger.error({ error }, 'the controllers could not be started'))
}
