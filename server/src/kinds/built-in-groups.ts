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

/** An API group of Kubernetes, as data: discovery is written from it, and nothing else is loaded before the first request. */
export interface BuiltInGroup extends GroupDeclaration {
  /** `''` for the core group. */
  readonly group: string
  readonly kinds: readonly BuiltInKind[]
}

/** The groups that kube-apiserver serves itself and keeps in its store, in the order of its discovery. */
export const builtInGroups: readonly BuiltInGroup[] = /* @__PURE__ */ Object.entries(groupDeclarations)
  .map(([group, declared]) => ({ group, ...declared, kinds: (kindDeclarations[group] ?? []).filter(isStored) }))
  .sort((a, b) => b.priority - a.priority || (a.group < b.group ? -1 : 1))

function isStored(kind: KindDeclaration): kind is BuiltInKind {
  return kind.storage !== undefined
}
