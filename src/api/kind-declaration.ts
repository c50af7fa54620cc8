/**
 * What is known of a built-in kind beside its types and its rules. The file `kind.ts` in the folder of a kind declares it; rules are
 * in the files beside it (`defaults.ts`, `conversions.ts`, `validation.ts`, `strategy.ts`, `table.ts`). Scope, names and subresources
 * are in `resource` of its class. Lists of all kinds are made of the folders by `npm run generate`.
 */
export interface KindDeclaration {
  readonly kind: string
  /** Versions with the same fields and the same meaning, the hub first: objects are taken over as they are. */
  readonly sameVersions?: readonly string[]
  /** How an API server keeps it; absent for a kind that it does not keep. */
  readonly storage?: KindStorage
}

/** What a registry knows of a kind, beside which versions a release serves and stores (`servedResourcesOf`, `storedVersionOf`). */
export interface KindStorage {
  /** Versions that objects of the kind can be converted between, where these are not all that releases serve. */
  readonly versions?: readonly string[]
  /** Below `/registry/` in the store, where it is not the resource's name. */
  readonly prefix?: string
  /** Deletion gives back the object and no `Status`. */
  readonly returnsDeletedObject?: true
}

/**
 * A group of a module of its own beside kube-apiserver's, declared in the file `group.ts` of the folder of the group. What kube-apiserver
 * itself has is generated (`servedVersionsOf`).
 */
export interface GroupDeclaration {
  /** Groups with higher priority come first in discovery. */
  readonly priority: number
  /** Versions that are served, in the order of preference. */
  readonly served: readonly string[]
  /** The version that its resources are stored in. */
  readonly storageVersion: string
  /** How its resources are stored: protobuf unless the group says otherwise. */
  readonly storageFormat?: 'json'
}
