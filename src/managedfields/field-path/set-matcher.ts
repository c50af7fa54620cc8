import { type ChildSet, FieldSet } from './field-set.js'
import { makePath, type PathPart } from './path.js'
import type { PathElement } from './path-element.js'

/** Matches every path element of a level in a {@link SetMatcher}. */
export const anyPathElement: unique symbol = Symbol('any path element')

/** One pattern of a level and what is matched below it. */
export interface MemberMatcher {
  readonly path: PathElement | typeof anyPathElement
  readonly child: SetMatcher
}

/** Matches fields of a set by patterns; shaped like a set, with wildcards. */
export class SetMatcher {
  /** Everything matches, on this level and below. */
  readonly wildcard: boolean
  /** Wildcards first, then in the order of the elements. */
  readonly members: readonly MemberMatcher[]

  constructor(wildcard: boolean, members: readonly MemberMatcher[] = []) {
    this.wildcard = wildcard
    this.members = [...members].sort(compareMembers)
  }

  /** A matcher of what either of two matches. */
  merge(other: SetMatcher): SetMatcher {
    if (this.wildcard || other.wildcard) return new SetMatcher(true)
    const merged = [...this.members]
    for (const member of other.members) {
      const at = this.members.findIndex((each) => compareMembers(each, member) === 0)
      const mine = this.members[at]
      if (mine === undefined) merged.push(member)
      else merged[at] = { path: mine.path, child: mine.child.merge(member.child) }
    }
    return new SetMatcher(false, merged)
  }
}

function compareMembers(a: MemberMatcher, b: MemberMatcher): number {
  if (a.path === anyPathElement) return b.path === anyPathElement ? 0 : -1
  return b.path === anyPathElement ? 1 : a.path.compare(b.path)
}

/** Matches every field of every set. */
export function matchAnySet(): SetMatcher {
  return new SetMatcher(true)
}

/**
 * Matches all paths with a prefix: field names, indexes, path elements, and {@link anyPathElement} for any one element.
 */
export function prefixMatcher(...parts: (PathPart | typeof anyPathElement)[]): SetMatcher {
  return parts.reduceRight<SetMatcher>((child, part) => {
    const path = part === anyPathElement ? part : makePath(part)[0]!
    return new SetMatcher(false, [{ path, child }])
  }, matchAnySet())
}

/** The fields of a set that a matcher matches. */
export function filterIncludeMatches(set: FieldSet, matcher: SetMatcher): FieldSet {
  if (matcher.wildcard) return set
  const match = (element: PathElement): MemberMatcher | undefined =>
    matcher.members.find(({ path }) => path === anyPathElement || path.equals(element))
  const children = set.children.flatMap(({ element, set: below }): ChildSet[] => {
    const pattern = match(element)
    if (pattern === undefined) return []
    const kept = filterIncludeMatches(below, pattern.child)
    return kept.isEmpty ? [] : [{ element, set: kept }]
  })
  return new FieldSet(
    set.members.filter((element) => match(element) !== undefined),
    children,
  )
}
