import { messageOf } from 'apimachinery/errors'
import { type ControllerSelector, clusterControllers } from '../cluster/cluster-controllers.js'
import { selectControllers } from '../controllers/select-controllers.js'
import { readNodesConfiguration } from '../nodes/configuration/read-configuration.js'
import type { NodesOptions } from '../nodes/simulate-nodes.js'
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
  // All were checked.
  const known = controllers as readonly ControllerSelector[]
  if (nodes === 0) return { controllers: known, nodes: undefined }
  const binds = !selectControllers(known, clusterControllers()).some(({ name }) => name === 'scheduler')
  return { controllers: [...known, 'node'], nodes: { ...simulated(nodes), binds } }
}

/** A number of nodes, or the text of a configuration of kwok. */
function simulated(nodes: number | string): Pick<NodesOptions, 'nodes' | 'configuration'> {
  if (typeof nodes === 'number') {
    if (nodes < 0) throw invalidField('nodes', nodes, 'must be a number of nodes')
    return { nodes }
  }
  try {
    return { configuration: readNodesConfiguration(nodes, 'nodes', { advice: 'the control API allows nothing of it' }) }
  } catch (error) {
    throw invalidField('nodes', '', messageOf(error))
  }
}

function checkController(field: string, name: string): void {
  try {
    selectControllers([name], clusterControllers())
  } catch (error) {
    throw invalidField(field, name, messageOf(error))
  }
}
