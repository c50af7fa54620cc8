import { readFile } from 'node:fs/promises'
import { messageOf } from 'apimachinery/errors'
import type { ControllerDescriptor } from '../../controllers/controller-descriptor.js'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { NodesOptions } from '../../nodes/simulate-nodes.js'

/** The controllers that the flags select. Throws `UsageError` for a name that is not known; its message lists those that are. */
export async function controllerOptions(values: FlagValues): Promise<readonly ControllerDescriptor[]> {
  const names = values.list('controllers')
  const nodes = values.text('nodes') ?? ''
  if (names.length === 0 && nodes === '') return []
  // A server without controllers does not load them.
  const { clusterControllers } = await import('../../cluster/cluster-controllers.js')
  const { selectControllers } = await import('../../controllers/select-controllers.js')
  try {
    const selected = selectControllers(names, clusterControllers())
    if (nodes === '') return selected
    // Where a scheduler runs, nodes leave the pods to it.
    const binds = !selected.some(({ name }) => name === 'scheduler')
    return selectControllers([...names, 'node'], clusterControllers({ nodes: await nodesOptions(nodes, binds) }))
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`--controllers: ${messageOf(error)}`)
  }
}

/** What `--nodes` says: a number, or a file. @throws UsageError */
async function nodesOptions(text: string, binds: boolean): Promise<NodesOptions> {
  if (/^\d+$/.test(text)) return { nodes: Number(text), binds }
  const { readNodesConfiguration } = await import('../../nodes/configuration/read-configuration.js')
  try {
    return { configuration: readNodesConfiguration(await readFile(text, 'utf8'), text), binds: false }
  } catch (error) {
    throw new UsageError(`--nodes: ${messageOf(error)}`)
  }
}
