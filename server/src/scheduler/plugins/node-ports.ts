import type { FilterPlugin } from '../framework/plugin.js'
import { unschedulable } from '../framework/status.js'
import { hostPortsOf, UsedPorts } from '../state/host-ports.js'

const rejected = unschedulable("node(s) didn't have free ports for the requested pod ports")

/** Rejects nodes where a host port of the pod is taken. Source: plugins/nodeports. */
export const nodePorts: FilterPlugin = {
  name: 'NodePorts',
  prepareFilter({ hostPorts }) {
    if (hostPorts.length === 0) return undefined
    return {
      filter: ({ usedPorts }) => (hostPorts.some((port) => usedPorts.conflictsWith(port)) ? rejected : undefined),
    }
  },
  mayHelp(event, { hostPorts }) {
    if (event.resource === 'node') return event.change === 'add'
    if (event.resource !== 'pod' || event.change !== 'delete' || event.old === undefined) return false
    const { spec, status } = event.old
    if (!spec?.nodeName && !status?.nominatedNodeName) return false
    const freed = new UsedPorts()
    for (const port of hostPortsOf(event.old)) freed.add(port)
    return hostPorts.some((port) => freed.conflictsWith(port))
  },
}
