import type { FilterPlugin } from '../framework/plugin.js'
import { unresolvable } from '../framework/status.js'
import { tolerates, unschedulableTaint } from '../matching/tolerations.js'
import type { ClusterEvent } from '../queue/cluster-event.js'
import type { PodInfo } from '../state/pod-info.js'

const rejected = unresolvable('node(s) were unschedulable')

/** Rejects nodes that are cordoned, unless the pod tolerates the taint for it. Source: plugins/nodeunschedulable. */
export const nodeUnschedulable: FilterPlugin = {
  name: 'NodeUnschedulable',
  prepareFilter({ pod }) {
    if (tolerates(pod.spec?.tolerations, unschedulableTaint)) return undefined
    return { filter: ({ node }) => (node?.spec?.unschedulable === true ? rejected : undefined) }
  },
  mayHelp(event: ClusterEvent, pod: PodInfo): boolean {
    if (event.resource === 'node') {
      const isSchedulable = event.new?.spec?.unschedulable !== true
      if (event.change === 'add') return isSchedulable
      return event.change === 'taints' && isSchedulable && event.old?.spec?.unschedulable === true
    }
    if (event.resource !== 'pod' || event.change !== 'tolerations') return false
    return event.new?.metadata?.uid === pod.uid && tolerates(event.new.spec?.tolerations, unschedulableTaint)
  },
}
