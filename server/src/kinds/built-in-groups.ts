import {
  type GroupDeclaration,
  groupDeclarations,
  type KindDeclaration,
  type KindStorage,
  kindDeclarations,
} from 'apimachinery/api/install'
import { type Release, servedResourcesOf, servedVersionsOf } from 'apimachinery/api/releases'

/** A kind that kube-apiserver keeps in its store. */
export interface BuiltInKind extends KindDeclaration {
  readonly storage: KindStorage
}

/** A version of a group that kube-apiserver has. */
export interface BuiltInVersion {
  readonly version: string
  /** Served without `--runtime-config`. */
  readonly byDefault: boolean
  /** The priority of its APIService. */
  readonly priority: number
  /** The resources that it serves; all of the group where absent. */
  readonly resources?: ReadonlySet<string> | undefined
}

/** An API group of Kubernetes, as data: discovery is written from it, and nothing else is loaded before the first request. */
export interface BuiltInGroup extends Pick<GroupDeclaration, 'priority' | 'storageFormat'> {
  /** `''` for the core group. */
  readonly group: string
  /** The version that its resources are stored in, where that does not follow from the release. */
  readonly storageVersion?: string | undefined
  /** In the order of preference. */
  readonly versions: readonly BuiltInVersion[]
  readonly kinds: readonly BuiltInKind[]
}

/** What decides which groups a server has. */
export interface BuiltInGroupsOptions {
  readonly release: Release
  readonly featureEnabled: (gate: string) => boolean
}

/** The groups that kube-apiserver of a release serves itself and keeps in its store, in the order of its discovery. */
export function builtInGroups(options: BuiltInGroupsOptions): readonly BuiltInGroup[] {
  return [...groupsOfRelease(options), ...groupsOfModules()].sort(
    (a, b) => b.priority - a.priority || (a.group < b.group ? -1 : 1),
  )
}

function groupsOfRelease({ release, featureEnabled }: BuiltInGroupsOptions): BuiltInGroup[] {
  const groups = new Map<string, { priority: number; versions: BuiltInVersion[] }>()
  for (const { group, version, byDefault, groupPriority, versionPriority } of servedVersionsOf(release)) {
    const on = [...servedResourcesOf(release, { group, version })].filter(
      ([, gate]) => gate === undefined || featureEnabled(gate),
    )
    if (on.length === 0) continue
    const known = groups.get(group) ?? { priority: groupPriority, versions: [] }
    known.versions.push({ version, byDefault, priority: versionPriority, resources: new Set(on.map(([name]) => name)) })
    groups.set(group, known)
  }
  return [...groups].map(([group, { priority, versions }]) => ({
    group,
    priority,
    versions: versions.sort((a, b) => b.priority - a.priority),
    kinds: storedKinds(group),
  }))
}

/** The group of the aggregator, and that of definitions: each comes from a module of its own. */
function groupsOfModules(): BuiltInGroup[] {
  return Object.entries(groupDeclarations).map(([group, { served, ...declared }]) => ({
    group,
    ...declared,
    versions: served.map((version) => ({ version, byDefault: true, priority: preferred })),
    kinds: storedKinds(group),
  }))
}

/** The priority of a version that is the only one. */
const preferred = 15

function storedKinds(group: string): BuiltInKind[] {
  return (kindDeclarations[group] ?? []).filter(isStored)
}

function isStored(kind: KindDeclaration): kind is BuiltInKind {
  return kind.storage !== undefined
}
