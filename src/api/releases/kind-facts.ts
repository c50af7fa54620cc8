import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { apiVersionText } from '../../schema/identifiers.js'
import { kindSpans, laterSubresources } from './kinds.gen.js'
import type { Release } from './release.js'

/** Reports whether a release has a version of a built-in kind; of kinds that are not built in the answer is true. */
export function hasKind(release: Release, { group, version, kind }: GroupVersionKind): boolean {
  const spans = spansOf({ group, version })
  const listed = kind.endsWith('List') ? spans[kind.slice(0, -'List'.length)] : undefined
  return isWithin(spans[kind] ?? listed ?? spans['*'], release)
}

/** Reports whether a release has a version of a built-in group; of versions that are not built in the answer is true. */
export function hasVersion(release: Release, gv: Pick<GroupVersion, 'group' | 'version'>): boolean {
  return isWithin(spansOf(gv)['*'], release)
}

/** The subresources of a kind that a release does not have yet. */
export function missingSubresources(release: Release, { group, version, kind }: GroupVersionKind): readonly string[] {
  const key = `${apiVersionText({ group, version })} ${kind}`
  const words = Object.hasOwn(laterSubresources, key) ? laterSubresources[key]!.split(' ') : []
  return words
    .map((word) => word.split(':'))
    .flatMap(([name = '', first]) => (Number(first) > release.minor ? [name] : []))
}

/** Kind → `first-last`, in which either may be missing. */
function spansOf(gv: Pick<GroupVersion, 'group' | 'version'>): Readonly<Record<string, string>> {
  const apiVersion = apiVersionText(gv)
  const words = Object.hasOwn(kindSpans, apiVersion) ? kindSpans[apiVersion]!.split(' ') : []
  return Object.fromEntries(words.map((word) => word.split(':')))
}

function isWithin(span: string | undefined, { minor }: Release): boolean {
  if (span === undefined) return true
  const [first, last] = span.split('-')
  return (!first || Number(first) <= minor) && (!last || minor <= Number(last))
}
