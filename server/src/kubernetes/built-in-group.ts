/** A resource that kube-apiserver serves from its store, as data. */
export interface BuiltInResource {
  /** Plural name in paths. */
  readonly resource: string
  readonly kind: string
  readonly clusterScoped?: true
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** Versions of the group that have it; all where absent. */
  readonly versions?: readonly string[]
  /** The version that is stored, where it is not the group's. */
  readonly storageVersion?: string
  /** Below `/registry/` in the store, where it is not the resource's name. */
  readonly storagePrefix?: string
  /** Has `<resource>/scale`. */
  readonly scale?: true
  /** Deletion gives back the object and no `Status`. */
  readonly returnsDeletedObject?: true
}

/** A version of a group that kube-apiserver has. */
export interface BuiltInVersion {
  readonly version: string
  /** Served without `--runtime-config`. */
  readonly byDefault: boolean
}

/** An API group of Kubernetes, as data: discovery is written from it, and nothing else is loaded before the first request. */
export interface BuiltInGroup {
  /** `''` for the core group. */
  readonly group: string
  /** Groups with higher priority come first in discovery. */
  readonly priority: number
  /** In the order of preference. */
  readonly versions: readonly BuiltInVersion[]
  /** Priorities of versions in their APIServices, unless 15 for the preferred one and 9 for others. */
  readonly versionPriorities?: Readonly<Record<string, number>>
  /** The version that its resources are stored in. */
  readonly storageVersion: string
  /** How its resources are stored: protobuf unless the group says otherwise. */
  readonly storageFormat?: 'json'
  readonly resources: readonly BuiltInResource[]
}
