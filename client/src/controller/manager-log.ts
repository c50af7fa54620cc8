import type { PassiveClock } from 'apimachinery/wait'
import { lineLogger } from '../logging/line-logger.js'
import { type Logger, silentLogger } from '../logging/logger.js'
import type { ErrorPlace } from './error-place.js'

const messages = {
  reconcile: 'Reconciler error',
  unawaited: 'Unhandled rejection of a promise that a reconciler did not await',
  source: 'Failed to find the keys of an event',
  cache: 'Failed to watch',
  election: 'Leader election error',
  webhook: 'Failed to reload the certificate of the webhook server',
  events: 'Failed to record an event',
} as const

/** The logger of a manager: the given one, none, or lines on standard error. */
export function loggerOf(logger: Logger | false | undefined, clock: PassiveClock): Logger {
  if (logger === false) return silentLogger
  return logger ?? lineLogger({ clock })
}

/** Writes a failure with what one needs to find it: controller and key, or the resource. */
export function logFailure(logger: Logger, error: unknown, where: ErrorPlace): void {
  logger.error({ ...factsOf(where), error }, messages[where.part])
}

function factsOf(where: ErrorPlace): object {
  switch (where.part) {
    case 'reconcile':
    case 'unawaited': {
      const { cluster, namespace, name } = where.key
      const { controller } = where
      const terminal = where.part === 'reconcile' && where.terminal
      return {
        controller,
        ...(cluster !== '' && { cluster }),
        ...(namespace !== '' && { namespace }),
        name,
        ...(terminal && { terminal }),
      }
    }
    case 'source':
      return { controller: where.controller }
    case 'cache':
      return { resource: where.resource, ...(where.cluster !== '' && { cluster: where.cluster }) }
    default:
      return {}
  }
}
