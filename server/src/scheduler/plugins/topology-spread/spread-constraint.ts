import type { Node, TopologySpreadConstraint } from 'apimachinery/api/core/v1'
import { labelSelectorAsSelector, type Selector, selectorFromSet } from 'apimachinery/labels'
import { requiredNodes } from '../../../controllers/node-selection/node-affinity.js'
import { hasUntoleratedTaint } from '../../matching/tolerations.js'
import type { PodInfo } from '../../state/pod-info.js'

export const hostnameLabel = 'kubernetes.io/hostname'
const zoneLabel = 'topology.kubernetes.io/zone'

/** A constraint with its parsed selector. */
export interface SpreadConstraint {
  readonly maxSkew: number
  readonly topologyKey: string
  readonly selector: Selector
  readonly minDomains: number
  /** Only nodes that the pod selects count. */
  readonly honorsAffinity: boolean
  /** Only nodes whose taints the pod tolerates count. */
  readonly honorsTaints: boolean
}

/** The constraints of a pod of one kind. */
export function spreadConstraints(
  { labels }: Pick<PodInfo, 'labels'>,
  constraints: readonly TopologySpreadConstraint[],
  action: 'DoNotSchedule' | 'ScheduleAnyway',
): SpreadConstraint[] {
  return constraints
    .filter(({ whenUnsatisfiable }) => whenUnsatisfiable === action)
    .map((constraint) => ({
      maxSkew: constraint.maxSkew,
      topologyKey: constraint.topologyKey,
      selector: selectorOf(constraint, labels),
      minDomains: constraint.minDomains ?? 1,
      honorsAffinity: (constraint.nodeAffinityPolicy ?? 'Honor') === 'Honor',
      honorsTaints: constraint.nodeTaintsPolicy === 'Honor',
    }))
}

/** The constraints of pods that have none: they prefer other nodes, then other zones. */
export function systemConstraints(selector: Selector): SpreadConstraint[] {
  const common = { selector, minDomains: 1, honorsAffinity: true, honorsTaints: false }
  return [
    { ...common, topologyKey: hostnameLabel, maxSkew: 3 },
    { ...common, topologyKey: zoneLabel, maxSkew: 5 },
  ]
}

/** The values of `matchLabelKeys` in the pod's own labels narrow the selector. */
function selectorOf({ labelSelector, matchLabelKeys = [] }: TopologySpreadConstraint, labels: PodInfo['labels']) {
  const selector = labelSelectorAsSelector(labelSelector)
  const own = Object.fromEntries(matchLabelKeys.filter((key) => key in labels).map((key) => [key, labels[key]!]))
  const { requirements, selectable } = selector.requirements()
  if (Object.keys(own).length === 0 || !selectable) return selector
  return selectorFromSet(own).add(...requirements)
}

/** Whether a node has all the topologies. */
export function hasTopologies(
  labels: Readonly<Record<string, string>>,
  constraints: readonly SpreadConstraint[],
): boolean {
  for (const { topologyKey } of constraints) if (!(topologyKey in labels)) return false
  return true
}

/** Whether a node's pods count for a constraint of a pod. */
export type NodeInclusion = (node: Node, constraint: SpreadConstraint) => boolean

/** Prepares {@link NodeInclusion} for a pod. */
export function nodeInclusion({ pod }: PodInfo): NodeInclusion {
  const selects = pod.spec && requiredNodes(pod.spec)
  const tolerations = pod.spec?.tolerations
  return (node, { honorsAffinity, honorsTaints }) => {
    if (honorsAffinity && selects?.(node) === false) return false
    return !(honorsTaints && hasUntoleratedTaint(node.spec?.taints, tolerations))
  }
}
