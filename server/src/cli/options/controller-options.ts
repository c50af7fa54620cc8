import { readFile } from 'node:fs/promises'
import { messageOf } from 'apimachinery/errors'
import type { ControllerDescriptor } from '../../controllers/controller-descriptor.js'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { ClusterConnector } from '../../kinds/core/kubelet/connector.js'
import type { NodesOptions } from '../../nodes/simulate-nodes.js'

/** What runs beside the server. */
export interface ControllerChoice {
  readonly controllers: readonly ControllerDescriptor[]
  /** How the server reaches kubelets: simulated ones in this process. */
  readonly withKubelets: (connector: ClusterConnector) => ClusterConnector
}

const none: ControllerChoice = { controllers: [], withKubelets: (connector) => connector }

/** What the flags select. Throws `UsageError` for a name that is not known, whose message lists those that are, and for wrong nodes. */
export async function controllerOptions(values: FlagValues): Promise<ControllerChoice> {
  const names = values.list('controllers')
  const nodes = values.text('nodes') ?? ''
  if (nodes === '' && values.boolean('nodes-allow-local') === true) {
    throw new UsageError('--nodes-allow-local needs --nodes')
  }
  if (names.length === 0 && nodes === '') return none
  // A server without controllers does not load them.
  const { clusterControllers } = await import('../../cluster/cluster-controllers.js')
  const { selectControllers } = await import('../../controllers/select-controllers.js')
  try {
    const selected = selectControllers(names, clusterControllers())
    if (nodes === '') return { ...none, controllers: selected }
    // Where a scheduler runs, nodes leave the pods to it.
    const binds = !selected.some(({ name }) => name === 'scheduler')
    const options = await nodesOptions(values, nodes, binds)
    const { SimulatedKubelets } = await import('../../nodes/kubelet/simulated-kubelets.js')
    const kubelets = new SimulatedKubelets()
    return {
      controllers: selectControllers([...names, 'node'], clusterControllers({ nodes: options, kubelets })),
      withKubelets: (connector) => kubelets.connector(connector),
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`--controllers: ${messageOf(error)}`)
  }
}

/** What `--nodes` says: a number, or a file. @throws UsageError */
async function nodesOptions(values: FlagValues, text: string, binds: boolean): Promise<NodesOptions> {
  if (/^\d+$/.test(text)) return { nodes: Number(text), binds }
  const { readNodesConfiguration } = await import('../../nodes/configuration/read-configuration.js')
  const commands = values.boolean('nodes-allow-local') ?? false
  // Files of logs are those that the file names: clients choose none of them.
  const access = { files: true, commands, advice: '--nodes-allow-local allows it' }
  try {
    return { configuration: readNodesConfiguration(await readFile(text, 'utf8'), text, access), binds: false }
  } catch (error) {
    throw new UsageError(`--nodes: ${messageOf(error)}`)
  }
}
