import { join, resolve } from 'node:path'
import type { Clusters } from '../control/clusters.js'
import { type FlagValue, UsageError } from '../flags/flag.js'
import type { FlagValues } from '../flags/flag-values.js'
import type { APIServer } from '../kubernetes/api-server.js'
import type { Logger } from '../server/logger.js'

/** What the control API of the command needs. */
export interface ControlStart {
  readonly values: FlagValues
  /** The control API ends with it. */
  readonly server: APIServer
  readonly dataDir: string
  readonly logger: Logger
}

/** Starts the control API where the flags ask for it. Returns the line for the user. Throws where a port cannot be had. */
export async function startControl({ values, server, dataDir, logger }: ControlStart): Promise<string> {
  const port = values.number('control-port')
  if (port === undefined) return ''
  // A server without it does not load it.
  const { ControlServer } = await import('../control/control-server.js')
  const { controlToken } = await import('../control/control-token.js')
  const file = resolve(values.text('control-token-file') ?? join(dataDir, 'control.token'))
  const control = await ControlServer.start({
    port,
    clustersPort: values.number('control-clusters-port') ?? 0,
    token: controlToken(file),
    onError: (error) => logger.error({ error }, 'error in the control API'),
  })
  server.generic.hooks.addPreShutdown('control-api', () => control.stop())
  prepareWhenReady(server, control.clusters, logger)
  return `control API on ${control.url}, token in ${file}\n`
}

/** The first cluster need not wait for its template, nor the server of the command for either. */
function prepareWhenReady(server: APIServer, clusters: Clusters, logger: Logger): void {
  const failed = (error: unknown) => logger.error({ error }, 'error in the control API')
  server.ready().then(
    () => clusters.prepare().catch(failed),
    () => undefined,
  )
}

/** Throws `UsageError` for flags of the control API that say nothing without it, and for ports that are none. */
export function checkControlFlags(flags: ReadonlyMap<string, FlagValue>): void {
  for (const name of ['control-port', 'control-clusters-port']) {
    const port = flags.get(name)
    if (typeof port === 'number' && (port < 0 || port > 65_535)) {
      throw new UsageError(`--${name} ${port} must be between 0 and 65535, inclusive`)
    }
  }
  for (const name of ['control-token-file', 'control-clusters-port']) {
    if (flags.has(name) && !flags.has('control-port')) throw new UsageError(`--${name} needs --control-port`)
  }
}
