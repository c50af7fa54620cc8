/** How nodes are watched over; kube-controller-manager has a flag for each. Times are milliseconds. */
export interface NodeLifecycleSettings {
  /** Between two passes over all nodes. */
  readonly monitorPeriod: number
  /** How long a node may be silent before it is `Unknown`. */
  readonly monitorGracePeriod: number
  /** The same for one that has never reported. */
  readonly startupGracePeriod: number
  /** Nodes a second that are tainted in a zone that is healthy. */
  readonly evictionRate: number
  /** The same in a large zone that is disrupted. */
  readonly secondaryEvictionRate: number
  /** Above this size a zone is large. */
  readonly largeClusterSize: number
  /** Above this part of nodes that are not ready a zone is disrupted. */
  readonly unhealthyZoneThreshold: number
}

/** The defaults of kube-controller-manager. */
export const defaultNodeLifecycleSettings: NodeLifecycleSettings = {
  monitorPeriod: 5000,
  monitorGracePeriod: 50_000,
  startupGracePeriod: 60_000,
  evictionRate: 0.1,
  secondaryEvictionRate: 0.01,
  largeClusterSize: 50,
  unhealthyZoneThreshold: 0.55,
}
