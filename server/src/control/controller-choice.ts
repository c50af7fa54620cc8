import { messageOf } from 'apimachinery/errors'
import { type ControllerSelector, clusterControllers } from '../cluster/cluster-controllers.js'
import { selectControllers } from '../controllers/select-controllers.js'
import type { TestServerOptions } from '../testing/test-server.js'
import { invalidField } from './control-errors.js'

/** The controllers and nodes of a cluster, as a client asks for them. */
export interface ControllerChoice {
  readonly controllers: readonly string[]
  readonly nodes: number | string
}

/** The options of the server of a cluster. @throws StatusError for a controller that is not known, and for wrong nodes */
export function controllerOptions({
  controllers,
  nodes,
}: ControllerChoice): Pick<TestServerOptions, 'controllers' | 'nodes'> {
  for (const [index, name] of controllers.entries()) checkController(`controllers[${index}]`, name)
  const count = Number(nodes)
  if (!Number.isInteger(count) || count < 0) throw invalidField('nodes', nodes, 'must be a number of nodes')
  // All were checked.
  const known = controllers as readonly ControllerSelector[]
  return { controllers: count > 0 ? [...known, 'node'] : known, nodes: { nodes: count } }
}

function checkController(field: string, name: string): void {
  try {
    selectControllers([name], clusterControllers())
  } catch (error) {
    throw invalidField(field, name, messageOf(error))
  }
}
