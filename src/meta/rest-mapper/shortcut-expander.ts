import { quote } from '../../internal/quote.js'
import { GroupResource } from '../../schema/group-resource.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { GroupVersionResource } from '../../schema/group-version-resource.js'
import { parseGroupVersion } from '../../schema/parse.js'
import type { DiscoveredResource, Discovery } from '../discovery/discovery.js'
import { DelegatingRESTMapper } from './delegating-rest-mapper.js'
import { listAt } from './list-at.js'
import { isNoMatchError, wholeResource } from './mapper-errors.js'
import type { PartialResource, RESTMapper } from './rest-mapper.js'

/** A resource as it is served, in its group. */
interface ServedResource {
  readonly group: string
  readonly resource: DiscoveredResource
}

/** Whether a name is that of a resource, and what it is short for, by name. */
interface Index {
  readonly names: ReadonlyMap<string, readonly string[]>
  readonly shortNames: ReadonlyMap<string, readonly GroupResource[]>
}

/** How short names are looked up. */
export interface ShortcutOptions {
  /** Called if a short name also matches another resource, of lower priority. */
  readonly onWarning?: (message: string) => void
}

/**
 * Resolves the short names of discovery, such as `po` and `deploy.apps`, for a mapper that does not. Names of resources win
 * over short names; of several resources with a short name, the first in discovery wins.
 */
export class ShortcutExpander extends DelegatingRESTMapper {
  protected readonly delegate: RESTMapper
  readonly #discovery: () => Discovery
  readonly #onWarning: ((message: string) => void) | undefined
  #indexed: { readonly discovery: Discovery; readonly index: Index } | undefined

  /** @param discovery - the served resources, or a function that returns the current ones. */
  constructor(delegate: RESTMapper, discovery: Discovery | (() => Discovery), options: ShortcutOptions = {}) {
    super()
    this.delegate = delegate
    this.#discovery = typeof discovery === 'function' ? discovery : () => discovery
    this.#onWarning = options.onWarning
  }

  override kindFor(resource: PartialResource): GroupVersionKind {
    try {
      return this.delegate.kindFor(this.expand(resource))
    } catch (error) {
      if (!isNoMatchError(error)) throw error
      // The other mapper may have learned of new resources while it looked for this one.
      return this.delegate.kindFor(this.expand(resource))
    }
  }

  override kindsFor(resource: PartialResource): readonly GroupVersionKind[] {
    return this.delegate.kindsFor(this.expand(resource))
  }

  override resourceFor(resource: PartialResource): GroupVersionResource {
    return this.delegate.resourceFor(this.expand(resource))
  }

  override resourcesFor(resource: PartialResource): readonly GroupVersionResource[] {
    return this.delegate.resourcesFor(this.expand(resource))
  }

  override resourceSingularizer(resource: string): string {
    return this.delegate.resourceSingularizer(this.expand({ resource }).resource)
  }

  /** Expands a short name; returns other names unchanged. */
  expand(partial: PartialResource): GroupVersionResource {
    const resource = wholeResource(partial)
    const { names, shortNames } = this.#index()
    const inGroup = ({ group }: { readonly group: string }) => resource.group === '' || resource.group === group
    if (names.get(resource.resource)?.some((group) => inGroup({ group })) === true) return resource
    const candidates = shortNames.get(resource.resource) ?? []
    const [found, ...others] = candidates.filter(inGroup)
    if (found !== undefined) {
      this.#warn(resource.resource, found, others)
      return new GroupVersionResource(found.group, '', found.resource)
    }
    const byPrefix = candidates.find(({ group }) => group.startsWith(resource.group))
    if (byPrefix === undefined) return resource
    return new GroupVersionResource(byPrefix.group, resource.version, byPrefix.resource)
  }

  #warn(shortName: string, chosen: GroupResource, others: readonly GroupResource[]): void {
    if (this.#onWarning === undefined) return
    const names = new Set(others.filter((other) => !other.equals(chosen)).map(String))
    for (const name of names) {
      this.#onWarning(`short name ${quote(shortName)} could also match lower priority resource ${name}`)
    }
  }

  #index(): Index {
    const discovery = this.#discovery()
    if (this.#indexed?.discovery !== discovery) this.#indexed = { discovery, index: indexOf(discovery) }
    return this.#indexed.index
  }
}

function indexOf(discovery: Discovery): Index {
  const names = new Map<string, string[]>()
  const shortNames = new Map<string, GroupResource[]>()
  for (const { group, resource } of servedResources(discovery)) {
    for (const name of new Set([resource.name, resource.singularName])) listAt(names, name).push(group)
    for (const shortName of resource.shortNames ?? []) {
      listAt(shortNames, shortName).push(new GroupResource(group, resource.name))
    }
  }
  return { names, shortNames }
}

/**
 * Every resource of every version, in the order of discovery; versions with an invalid group version are omitted, as in Go.
 */
export function servedResources({ resourceLists }: Discovery): ServedResource[] {
  return resourceLists.flatMap(({ groupVersion, resources }) => {
    const group = groupOf(groupVersion)
    return group === undefined ? [] : resources.map((resource) => ({ group, resource }))
  })
}

function groupOf(groupVersion: string): string | undefined {
  try {
    return parseGroupVersion(groupVersion).group
  } catch {
    return undefined
  }
}
