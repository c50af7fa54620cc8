import {
  type GroupDeclaration,
  groupDeclarations,
  type KindDeclaration,
  type KindStorage,
  kindDeclarations,
} from 'apimachinery/api/install'

/** A kind that kube-apiserver keeps in its store. */
export interface BuiltInKind extends KindDeclaration {
  readonly storage: KindStorage
}

/** A version of a group that kube-apiserver has. */
export interface BuiltInVersion {
  readonly version: string
  /** Served without `--runtime-config`. */
  readonly byDefault: boolean
}

/** An API group of Kubernetes, as data: discovery is written from it, and nothing else is loaded before the first request. */
export interface BuiltInGroup extends GroupDeclaration {
  /** `''` for the core group. */
  readonly group: string
  /** In the order of preference. */
  readonly versions: readonly BuiltInVersion[]
  readonly kinds: readonly BuiltInKind[]
}

/** The groups that kube-apiserver serves itself and keeps in its store, in the order of its discovery. */
export const builtInGroups: readonly BuiltInGroup[] = /* @__PURE__ */ Object.entries(groupDeclarations)
  .map(([group, declared]) => ({
    group,
    ...declared,
    versions: versionsOf(declared),
    kinds: (kindDeclarations[group] ?? []).filter(isStored),
  }))
  .sort((a, b) => b.priority - a.priority || (a.group < b.group ? -1 : 1))

function isStored(kind: KindDeclaration): kind is BuiltInKind {
  return kind.storage !== undefined
}

function versionsOf({ served, onRequest = [] }: GroupDeclaration): BuiltInVersion[] {
  const versions = served.map((version) => ({ version, byDefault: true }))
  return [...versions, ...onRequest.map((version) => ({ version, byDefault: false }))]
}
