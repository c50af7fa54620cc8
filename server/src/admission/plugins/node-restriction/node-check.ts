import type { AdmissionAttributes } from '../../attributes.js'
import type { ClusterState } from '../../cluster-state.js'

/** What the plugin NodeRestriction looks up. */
export type NodeRestrictionState = Pick<ClusterState, 'livePod' | 'liveNode'>

/** Checks a request of a node; throws to refuse it. */
export type NodeCheck = (
  node: string,
  attributes: AdmissionAttributes,
  state: NodeRestrictionState,
) => void | Promise<void>
