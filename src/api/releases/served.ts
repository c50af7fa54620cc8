import { apiVersionText } from '../../schema/identifiers.js'
import { parseGroupVersion } from '../../schema/parse.js'
import type { Release } from './release.js'
import { servedResources, servedVersions, storedVersions } from './served.gen.js'

/** A version of a built-in group that an API server of a release has. */
export interface ServedVersion {
  readonly group: string
  readonly version: string
  /** Without `--runtime-config`. */
  readonly byDefault: boolean
  /** Groups with higher priority come first in discovery. */
  readonly groupPriority: number
  /** The priority of the version in its group. */
  readonly versionPriority: number
}

/** The versions that an API server of a release has, served by default or on request. */
export function servedVersionsOf(release: Release): readonly ServedVersion[] {
  return Object.entries(servedVersions).flatMap(([apiVersion, text]) => {
    const [groupPriority, versionPriority, word] = wordsIn(text, release)
    if (word === undefined) return []
    const { group, version } = parseGroupVersion(apiVersion)
    const priorities = { groupPriority: Number(groupPriority), versionPriority: Number(versionPriority) }
    return [{ group, version, byDefault: word === 'on', ...priorities }]
  })
}

/** The resources that an API server of a release has of a group version, each with the feature gate that it needs. */
export function servedResourcesOf(
  { minor }: Release,
  { group, version }: { readonly group: string; readonly version: string },
): ReadonlyMap<string, string | undefined> {
  const apiVersion = apiVersionText({ group, version })
  const words = Object.hasOwn(servedResources, apiVersion) ? servedResources[apiVersion]!.split(' ') : []
  return new Map(
    words.flatMap((word): [string, string | undefined][] => {
      const [, name = '', first, last, gate] = /^([a-z]+)(?::(\d*)-(\d*))?(?:\?(\w+))?$/.exec(word) ?? []
      const isThere = (!first || Number(first) <= minor) && (!last || minor <= Number(last))
      return isThere ? [[name, gate]] : []
    }),
  )
}

/**
 * Reports whether an API server of a release has a resource of a group version, by default, on request or behind a feature gate. Of
 * groups that kube-apiserver itself does not have the answer is true.
 */
export function hasResource(
  release: Release,
  { group, version, resource }: { readonly group: string; readonly version: string; readonly resource: string },
): boolean {
  if (servedResourcesOf(release, { group, version }).has(resource)) return true
  return !Object.keys(servedVersions).some((apiVersion) => parseGroupVersion(apiVersion).group === group)
}

/**
 * The version that an API server of a release stores a resource in, where it names one; undefined where that follows from the lifecycle
 * of the kind.
 */
export function storedVersionOf(
  release: Release,
  { group, resource }: { readonly group: string; readonly resource: string },
): string | undefined {
  const key = `${resource}.${group}`
  return Object.hasOwn(storedVersions, key) ? wordsIn(storedVersions[key]!, release)[0] : undefined
}

/** The words behind the last minor release of a text that a release has reached. */
function wordsIn(text: string, { minor }: Release): string[] {
  const steps = text.split(', ').map((step) => step.split(' '))
  return steps.findLast(([since]) => Number(since) <= minor)?.slice(1) ?? []
}
