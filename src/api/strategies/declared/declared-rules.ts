import type { FieldTags, TagTable } from '../../../declarative/with-tags.js'

/** The declared rules of a group of kinds that servers enforce, generated from the tags of its types. */
export interface DeclaredRules {
  /** What the names of descriptors begin with, without the version: `io.k8s.api.apps`. */
  readonly group: string
  /** The rules of groups whose types are in fields of these. */
  readonly others?: () => readonly DeclaredRules[]
  readonly blocks: readonly DeclaredBlock[]
}

/** Types with the same tags in some versions. */
export interface DeclaredBlock {
  readonly versions: readonly string[]
  /** The minor releases of Kubernetes 1 that have them; without `until` the newest one still has. */
  readonly since: number
  readonly until?: number
  /** Type → field → tags. A type without tags leads to types that have some. */
  readonly types: Readonly<Record<string, FieldTags>>
}

/** The tags that a minor release of Kubernetes 1 has, by the names of descriptors. */
export function tagsIn(rules: DeclaredRules, minor: number): TagTable {
  const tags = new Map<string, FieldTags>()
  collect(rules, minor, tags)
  return tags
}

function collect({ group, blocks, others }: DeclaredRules, minor: number, tags: Map<string, FieldTags>): void {
  for (const { versions, since, until = minor, types } of blocks) {
    if (minor < since || minor > until) continue
    for (const version of versions) {
      for (const [type, fields] of Object.entries(types)) tags.set(`${group}.${version}.${type}`, fields)
    }
  }
  for (const other of others?.() ?? []) collect(other, minor, tags)
}
