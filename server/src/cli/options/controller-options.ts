import { messageOf } from 'apimachinery/errors'
import type { ControllerDescriptor } from '../../controllers/controller-descriptor.js'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'

/** The controllers that the flags select. Throws `UsageError` for a name that is not known; its message lists those that are. */
export async function controllerOptions(values: FlagValues): Promise<readonly ControllerDescriptor[]> {
  const names = values.list('controllers')
  if (names.length === 0) return []
  // A server without controllers does not load them.
  const { clusterControllers } = await import('../../cluster/cluster-controllers.js')
  const { selectControllers } = await import('../../controllers/select-controllers.js')
  try {
    return selectControllers(names, clusterControllers())
  } catch (error) {
    throw new UsageError(`--controllers: ${messageOf(error)}`)
  }
}
