import type { FilterPlugin } from '../framework/plugin.js'
import { unresolvable } from '../framework/status.js'

const rejected = unresolvable("node(s) didn't match the requested node name")

/** Rejects nodes other than the one that the pod names. Source: plugins/nodename. */
export const nodeName: FilterPlugin = {
  name: 'NodeName',
  prepareFilter({ pod }) {
    const wanted = pod.spec?.nodeName ?? ''
    if (wanted === '') return undefined
    return { filter: ({ name }) => (name === wanted ? undefined : rejected) }
  },
  mayHelp: (event) => event.resource === 'node' && event.change === 'add',
}
