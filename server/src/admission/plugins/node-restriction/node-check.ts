import type { Authorizer } from '../../../authorization/authorizer.js'
import type { AdmissionAttributes } from '../../attributes.js'
import type { ClusterState } from '../../cluster-state.js'

/** The lookups and the authorizer of the plugin NodeRestriction. */
export interface NodeRestrictionState
  extends Pick<
    ClusterState,
    'livePod' | 'liveNode' | 'livePersistentVolumeClaim' | 'livePersistentVolume' | 'liveCSIDriver'
  > {
  readonly authorizer: Authorizer
}

/** Checks a request of a node; throws to refuse it. */
export type NodeCheck = (
  node: string,
  attributes: AdmissionAttributes,
  state: NodeRestrictionState,
) => void | Promise<void>
