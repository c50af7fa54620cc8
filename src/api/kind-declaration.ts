/**
 * What is known of a built-in kind beside its types and its rules. The file `kind.ts` in the folder of a kind declares it; rules are
 * in the files beside it (`defaults.ts`, `conversions.ts`, `validation.ts`, `strategy.ts`, `table.ts`). Scope, names and subresources
 * are in `resource` of its class. Lists of all kinds are made of the folders by `npm run generate`.
 */
export interface KindDeclaration {
  readonly kind: string
  /** Versions with the same fields and the same meaning, the hub first: objects are taken over as they are. */
  readonly sameVersions?: readonly string[]
  /** How an API server of release 1.36 keeps it; absent for a kind that it does not keep. */
  readonly storage?: KindStorage
}

/** What a registry knows of a kind. */
export interface KindStorage {
  /** Versions of the group that serve it; all where absent. */
  readonly versions?: readonly string[]
  /** The version that is stored, where it is not the group's. */
  readonly version?: string
  /** Below `/registry/` in the store, where it is not the resource's name. */
  readonly prefix?: string
  /** Deletion gives back the object and no `Status`. */
  readonly returnsDeletedObject?: true
}

/** A group as an API server of release 1.36 has it; declared in the file `group.ts` of the folder of the group. */
export interface GroupDeclaration {
  /** Groups with higher priority come first in discovery. */
  readonly priority: number
  /** Versions that are served, in the order of preference. */
  readonly served: readonly string[]
  /** Versions that are served with `--runtime-config`, in the order of preference. */
  readonly onRequest?: readonly string[]
  /** Priorities of versions in their APIServices, unless 15 for the preferred one and 9 for others. */
  readonly versionPriorities?: Readonly<Record<string, number>>
  /** The version that its resources are stored in. */
  readonly storageVersion: string
  /** How its resources are stored: protobuf unless the group says otherwise. */
  readonly storageFormat?: 'json'
}
