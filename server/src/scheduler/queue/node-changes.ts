import type { Node } from 'apimachinery/api/core/v1'
import type { NodeChange } from './cluster-event.js'
import { sameJSON } from './same-json.js'

/** What changed between two states of a node that scheduling looks at. Source: `NodeSchedulingPropertiesChange` of pkg/scheduler/framework. */
export function nodeChanges(old: Node, now: Node): NodeChange[] {
  const changes: NodeChange[] = []
  const uncordoned = old.spec?.unschedulable === true && now.spec?.unschedulable !== true
  if (!sameJSON(old.status?.allocatable, now.status?.allocatable)) changes.push('allocatable')
  if (!sameJSON(old.metadata?.labels, now.metadata?.labels)) changes.push('labels')
  if (uncordoned || !sameJSON(old.spec?.taints, now.spec?.taints)) changes.push('taints')
  if (!sameJSON(conditionsOf(old), conditionsOf(now))) changes.push('conditions')
  if (!sameJSON(old.status?.declaredFeatures, now.status?.declaredFeatures)) changes.push('features')
  return changes
}

function conditionsOf({ status }: Node): string[] {
  return (status?.conditions ?? []).map((condition) => `${condition.type} ${condition.status}`)
}
