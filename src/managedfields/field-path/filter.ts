import type { FieldSet } from './field-set.js'
import { filterIncludeMatches, matchAnySet, type SetMatcher } from './set-matcher.js'

/** Leaves fields out of a set. */
export interface FieldSetFilter {
  /** Returns the remaining part of a set. */
  filter(set: FieldSet): FieldSet
}

/** A filter that takes away the fields of `exclude` and everything below them. */
export function newExcludeSetFilter(exclude: FieldSet): FieldSetFilter {
  return { filter: (set) => set.recursiveDifference(exclude) }
}

/** {@link newExcludeSetFilter} for each API version, such as the fields that a resource resets. */
export function newExcludeFilterSetMap(
  resetFields: Readonly<Record<string, FieldSet>>,
): ReadonlyMap<string, FieldSetFilter> {
  return new Map(Object.entries(resetFields).map(([version, set]) => [version, newExcludeSetFilter(set)]))
}

/** A filter that keeps what one of the matchers matches; without matchers it keeps everything. */
export function newIncludeMatcherFilter(...matchers: SetMatcher[]): FieldSetFilter {
  const matcher = matchers.length === 0 ? matchAnySet() : matchers.reduce((merged, next) => merged.merge(next))
  return { filter: (set) => filterIncludeMatches(set, matcher) }
}
