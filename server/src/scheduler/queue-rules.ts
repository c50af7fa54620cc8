import type { FilterPlugin } from './framework/plugin.js'
import type { Evictions } from './preemption/evictions.js'
import type { QueueRules } from './queue/scheduling-queue.js'

/** What the queue asks about pods: which plugin keeps one out, and whether an event may help one. */
export function queueRules(plugins: readonly FilterPlugin[], evictions: Evictions): QueueRules {
  const byName = new Map(plugins.map((plugin) => [plugin.name, plugin]))
  return {
    gate({ pod, uid }) {
      if ((pod.spec?.schedulingGates?.length ?? 0) > 0) return 'SchedulingGates'
      return evictions.isRunning(uid) ? 'DefaultPreemption' : undefined
    },
    mayHelp(plugin, event, pod) {
      if (plugin === 'SchedulingGates')
        return event.resource === 'pod' && event.change === 'gates' && event.new?.metadata?.uid === pod.uid
      // Other plugins know what the victims were in the way of.
      return byName.get(plugin)?.mayHelp(event, pod) ?? false
    },
  }
}
