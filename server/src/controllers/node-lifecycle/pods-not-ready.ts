import { Pod } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { timeAt } from '../cluster-time.js'
import type { ControllerContext } from '../controller.js'
import { withPodCondition } from '../node-conditions.js'

/**
 * Marks pods of a node that is not ready. @throws the first error, when all were tried. Source: `MarkPodsNotReady` of
 * pkg/controller/util/node of Kubernetes.
 */
export async function markPodsNotReady(context: ControllerContext, pods: readonly Pod[]): Promise<void> {
  const failures: unknown[] = []
  for (const pod of pods) {
    const ready = pod.status?.conditions?.find(({ type }) => type === 'Ready')
    if (ready === undefined) continue
    const now = timeAt(context.clock.now())
    const conditions = withPodCondition(pod, { ...ready, status: 'False' }, now)
    if (conditions === undefined) continue
    try {
      await context.client.updateStatus(new Pod({ ...pod, status: { ...pod.status, conditions } }))
    } catch (error) {
      if (isNotFound(error)) continue
      failures.push(error)
    }
    context.events.event(pod, 'Warning', 'NodeNotReady', 'Node is not ready')
  }
  if (failures.length > 0) throw failures[0]
}
