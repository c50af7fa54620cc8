/** What a feature gate is from a release of Kubernetes 1 on. Source: `FeatureSpec` of k8s.io/component-base/featuregate. */
export interface FeatureGateSpec {
  /** Minor release. */
  readonly since: number
  readonly stage: 'alpha' | 'beta' | 'ga' | 'deprecated'
  readonly on: boolean
  /** It cannot be set to anything else. */
  readonly locked?: true
  /** The minor release that all servers of a cluster must have for this to hold. */
  readonly minCompatibility?: number
}

/** The gates of one release of an API server. */
export interface FeatureGateSpecs {
  /** Modules and files that were read. */
  readonly sources: readonly string[]
  /** By name, in the order of releases. */
  readonly gates: Readonly<Record<string, readonly FeatureGateSpec[]>>
  /** Gate → the gates that have to be on with it. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>
}
