/** What a release of kube-apiserver serves of its groups, as its source has it in tables. Group versions are written `group/version`. */
export interface ServedApis {
  /** Modules and files that were read. */
  readonly sources: readonly string[]
  /** Group version → whether it is served without `--runtime-config`, and its priorities in discovery. */
  readonly versions: Readonly<Record<string, ServedApiVersion>>
  /** Group version → resource → the feature gate that it needs; '' for none. */
  readonly resources: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** `resource.group` → the version that it is stored in, where that does not follow from the lifecycle of its kind. */
  readonly stored: Readonly<Record<string, string>>
}

/** A group version. */
export interface ServedApiVersion {
  readonly on: boolean
  /** Priorities of the group and of the version in it. */
  readonly priority: readonly [group: number, version: number]
}
