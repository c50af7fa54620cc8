import type { KindClass, ResourceInfo } from '../../runtime/objects/typed-object.js'
import type { Scheme } from '../../runtime/scheme/scheme.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { DiscoveredGroup, DiscoveredResource, DiscoveredResourceList, Discovery } from './discovery.js'
import { unsafeGuessKindToResource } from './guess-resource.js'

/** How a Scheme is read as discovery. */
export interface SchemeDiscoveryOptions {
  /**
   * Scope of a kind whose class has no resource facts; its resource gets the name that {@link unsafeGuessKindToResource}
   * guesses. `undefined` omits the kind, which is also the default for all of them.
   */
  readonly guess?: (kind: GroupVersionKind, type: KindClass) => ResourceInfo['scope'] | undefined
}

/**
 * What a server would serve for the kinds of a Scheme whose classes have resource facts: plural and singular names, scope,
 * short names and categories, without verbs and subresources. Versions are in the order of the Scheme's priorities. The
 * core group comes first; groups with a stable version come before groups without one, otherwise in the order of
 * registration.
 */
export function discoveryFromScheme(scheme: Scheme, options: SchemeDiscoveryOptions = {}): Discovery {
  const names = new Set(scheme.prioritizedVersionsAllGroups().map(({ group }) => group))
  const groups: DiscoveredGroup[] = []
  const resourceLists: DiscoveredResourceList[] = []
  for (const name of names) {
    const lists = scheme.prioritizedVersionsForGroup(name).map((gv) => resourceList(scheme, gv, options))
    const served = lists.filter(({ resources }) => resources.length > 0)
    const versions = served.map(({ groupVersion }) => ({ groupVersion, version: groupVersion.split('/').at(-1) ?? '' }))
    const [preferredVersion] = versions
    if (preferredVersion === undefined) continue
    groups.push({ name, versions, preferredVersion })
    resourceLists.push(...served)
  }
  groups.sort((a, b) => rank(a) - rank(b))
  return { groups, resourceLists, failures: [] }
}

function rank({ name, versions }: DiscoveredGroup): number {
  if (name === '') return 0
  return versions.some(({ version }) => /^v[0-9]+$/.test(version)) ? 1 : 2
}

function resourceList(scheme: Scheme, gv: GroupVersion, { guess }: SchemeDiscoveryOptions): DiscoveredResourceList {
  const resources: DiscoveredResource[] = []
  for (const [kind, type] of scheme.knownTypes(gv)) {
    const gvk = gv.withKind(kind)
    const info = type.resource ?? guessed(gvk, guess?.(gvk, type))
    if (info !== undefined) resources.push(resourceOf(kind, info))
  }
  return { groupVersion: gv.toString(), resources }
}

function guessed(gvk: GroupVersionKind, scope: ResourceInfo['scope'] | undefined): ResourceInfo | undefined {
  if (scope === undefined) return undefined
  const { plural, singular } = unsafeGuessKindToResource(gvk)
  return { plural: plural.resource, singular: singular.resource, scope }
}

function resourceOf(kind: string, info: ResourceInfo): DiscoveredResource {
  return {
    name: info.plural,
    singularName: info.singular ?? kind.toLowerCase(),
    namespaced: info.scope === 'Namespaced',
    kind,
    verbs: [],
    shortNames: [...(info.shortNames ?? [])],
    categories: [...(info.categories ?? [])],
  }
}
