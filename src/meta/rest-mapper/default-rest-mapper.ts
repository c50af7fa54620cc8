import { MachineryError } from '../../errors/machinery-error.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { apiVersionInternal } from '../../runtime/objects/internal-version.js'
import type { GroupVersion } from '../../schema/group-version.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { GroupVersionResource } from '../../schema/group-version-resource.js'
import { type ResourceNames, unsafeGuessKindToResource } from '../discovery/guess-resource.js'
import { listAt } from './list-at.js'
import {
  AmbiguousResourceError,
  listText,
  NoKindMatchError,
  NoResourceMatchError,
  wholeResource,
} from './mapper-errors.js'
import { sortByPreference } from './preferred-order.js'
import type { KindInGroup, PartialResource, RESTMapper, RESTMapping, RESTScope } from './rest-mapper.js'

const none: readonly never[] = []

/** A name of a resource, plural or singular, and the kind behind it. */
interface NamedKind {
  readonly resource: GroupVersionResource
  readonly kind: GroupVersionKind
}

/**
 * The basic mapper: it has the kinds that were added to it.
 *
 * If several match, results are in the order of the preferred versions; other versions follow in the order in which they
 * were added (in Go: in any order).
 */
export class DefaultRESTMapper implements RESTMapper {
  readonly #preferred: readonly GroupVersion[]
  /** The names of a resource under each of the two. */
  readonly #names = new Map<string, ResourceNames[]>()
  /** Kinds under both names of their resources. */
  readonly #kinds = new Map<string, NamedKind[]>()
  /** Mappings under the name of their kind. */
  readonly #mappings = new Map<string, RESTMapping[]>()

  /** @param preferred - versions to look in when a question names none, the preferred first. */
  constructor(preferred: readonly GroupVersion[] = []) {
    this.#preferred = [...preferred]
  }

  /** Adds a kind whose resource is called what {@link unsafeGuessKindToResource} guesses. */
  add(kind: GroupVersionKind, scope: RESTScope): this {
    return this.addSpecific(kind, unsafeGuessKindToResource(kind), scope)
  }

  /** Adds a kind and its resource; takes the place of what had the same kind or the same resource before. */
  addSpecific(kind: GroupVersionKind, names: ResourceNames, scope: RESTScope): this {
    const { plural, singular } = names
    this.#rename({ plural, singular })
    this.#setKind({ resource: singular, kind })
    this.#setKind({ resource: plural, kind })
    const mappings = listAt(this.#mappings, kind.kind)
    put(mappings, { resource: plural, groupVersionKind: kind, scope }, (each) => each.groupVersionKind.equals(kind))
    return this
  }

  kindFor(resource: PartialResource): GroupVersionKind {
    const kinds = this.kindsFor(resource)
    if (kinds.length === 1) return kinds[0]!
    throw new AmbiguousResourceError(resource, { kinds })
  }

  kindsFor(resource: PartialResource): readonly GroupVersionKind[] {
    const kinds = this.findKinds(resource)
    if (kinds.length === 0) throw new NoResourceMatchError(resource)
    return kinds
  }

  resourceFor(resource: PartialResource): GroupVersionResource {
    const resources = this.resourcesFor(resource)
    if (resources.length === 1) return resources[0]!
    throw new AmbiguousResourceError(resource, { resources })
  }

  resourcesFor(resource: PartialResource): readonly GroupVersionResource[] {
    const resources = this.findResources(resource)
    if (resources.length === 0) throw new NoResourceMatchError(coerced(resource))
    return resources
  }

  restMapping(kind: KindInGroup, ...versions: string[]): RESTMapping {
    return this.restMappings(kind, ...versions)[0]!
  }

  restMappings(kind: KindInGroup, ...versions: string[]): readonly RESTMapping[] {
    const mappings = this.findMappings(kind, versions)
    if (mappings.length > 0) return mappings
    const asked = versions.some(isSearchable)
    const hasPreferred = this.#preferred.some(({ group }) => group === kind.group)
    if (asked || !hasPreferred) throw new NoKindMatchError(kind, versions)
    throw new NoResourceMatchError({ group: kind.group, resource: kind.kind })
  }

  resourceSingularizer(resource: string): string {
    const resources = this.resourcesFor({ resource })
    const singulars = new Set<string>()
    for (const plural of resources) singulars.add(this.#singularOf(plural))
    const [first] = singulars
    if (singulars.size === 1) return first!
    const message = `multiple possible singular resources (${listText(resources)}) found for ${resource}`
    throw new MachineryError('NoSingular', message)
  }

  /** As {@link DefaultRESTMapper.kindsFor}, with an empty result if nothing matches. */
  findKinds(partial: PartialResource): readonly GroupVersionKind[] {
    const resource = present(coerced(partial))
    const known = this.#kinds.get(resource.resource)
    if (known === undefined) return none
    const found = matching(known, resource, (each) => [each.resource])
    const kinds = found.map(({ kind }) => kind)
    return sortByPreference(kinds, this.#preferred, ({ kind }) => kind)
  }

  /** As {@link DefaultRESTMapper.resourcesFor}, with an empty result if nothing matches. */
  findResources(partial: PartialResource): readonly GroupVersionResource[] {
    const resource = present(coerced(partial))
    const known = this.#names.get(resource.resource)
    if (known === undefined) return none
    const found = matching(known, resource, ({ singular, plural }) => [singular, plural])
    const exact = resource.group !== '' && resource.version !== ''
    const plurals = (exact ? found.slice(0, 1) : found).map(({ plural }) => plural)
    return sortByPreference(plurals, this.#preferred, (plural) => plural.resource)
  }

  /** As {@link DefaultRESTMapper.restMappings}, with an empty result if nothing matches. */
  findMappings(kind: KindInGroup, versions: readonly string[]): readonly RESTMapping[] {
    const known = this.#mappings.get(kind.kind)
    if (known === undefined) return none
    const ofVersion = (version: string) =>
      known.find(({ groupVersionKind: gvk }) => gvk.group === kind.group && gvk.version === version)
    const searched = versions.filter(isSearchable)
    if (searched.length > 0) {
      for (const version of searched) {
        const mapping = ofVersion(version)
        if (mapping !== undefined) return [mapping]
      }
      return []
    }
    const preferred = this.#preferred.filter(({ group }) => group === kind.group)
    return preferred.map(({ version }) => ofVersion(version)).filter((mapping) => mapping !== undefined)
  }

  toString(): string {
    const mappings = [...this.#mappings.values()].flat()
    mappings.sort(({ groupVersionKind: a }, { groupVersionKind: b }) => {
      return compareStrings(a.group, b.group) || compareStrings(a.version, b.version) || compareStrings(a.kind, b.kind)
    })
    const entries = mappings.map(({ groupVersionKind, resource }) => `${groupVersionKind}:${resource}`)
    return `DefaultRESTMapper{kindToPluralResource=map${listText(entries)}}`
  }

  #singularOf(plural: GroupVersionResource): string {
    const names = this.#names.get(plural.resource)?.find((each) => each.plural.equals(plural))
    return names?.singular.resource ?? ''
  }

  #setKind(named: NamedKind): void {
    const list = listAt(this.#kinds, named.resource.resource)
    put(list, named, ({ resource }) => resource.equals(named.resource))
  }

  #rename(names: ResourceNames): void {
    const { plural, singular } = names
    const samePlural = (each: ResourceNames) => each.plural.equals(plural)
    const before = this.#names.get(plural.resource)?.find(samePlural)
    if (before !== undefined && before.singular.resource !== plural.resource) {
      const list = listAt(this.#names, before.singular.resource)
      list.splice(list.indexOf(before), 1)
    }
    put(listAt(this.#names, plural.resource), names, samePlural)
    if (singular.resource !== plural.resource) listAt(this.#names, singular.resource).push(names)
  }
}

/** The entries that a partial resource means. An entry that matches by two of its names is there twice, as in Go. */
function matching<T>(
  entries: readonly T[],
  wanted: GroupVersionResource,
  namesOf: (entry: T) => readonly GroupVersionResource[],
): T[] {
  const select = (isMatch: (name: GroupVersionResource, entry: T) => boolean): T[] =>
    entries.flatMap((entry) => {
      const matches = namesOf(entry).filter((name) => name.resource === wanted.resource && isMatch(name, entry))
      return matches.map(() => entry)
    })
  const { group, version } = wanted
  if (group === '') return select((name) => version === '' || name.version === version)
  if (version !== '') return select((name) => name.group === group && name.version === version)
  const exact = select((name) => name.group === group)
  if (exact.length > 0) return exact
  return select((_, entry) => namesOf(entry).at(-1)!.group.startsWith(group))
}

/** Names are compared in lower case, and an internal version means any. */
function coerced(partial: PartialResource): GroupVersionResource {
  const whole = wholeResource(partial)
  const version = whole.version === apiVersionInternal ? '' : whole.version
  const name = whole.resource.toLowerCase()
  // Every mapper of a cluster gets the same query.
  if (version === whole.version && name === whole.resource) return whole
  return new GroupVersionResource(whole.group, version, name)
}

function present(resource: GroupVersionResource): GroupVersionResource {
  if (resource.resource !== '') return resource
  throw new MachineryError('MissingResource', `a resource must be present, got: ${resource}`)
}

function isSearchable(version: string): boolean {
  return version !== '' && version !== apiVersionInternal
}

function put<T>(list: T[], item: T, isSame: (item: T) => boolean): void {
  const index = list.findIndex(isSame)
  if (index < 0) list.push(item)
  else list[index] = item
}
