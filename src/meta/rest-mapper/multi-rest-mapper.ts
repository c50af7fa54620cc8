import { Aggregate } from '../../errors/aggregate.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import { DefaultRESTMapper } from './default-rest-mapper.js'
import {
  AmbiguousKindError,
  AmbiguousResourceError,
  isNoMatchError,
  NoKindMatchError,
  NoResourceMatchError,
  wholeResource,
} from './mapper-errors.js'
import {
  type KindInGroup,
  maybeResetRESTMapper,
  type PartialResource,
  type RESTMapper,
  type RESTMapping,
  type ResettableRESTMapper,
} from './rest-mapper.js'

/** Several mappers as one: their answers together, in their order. Mappers without an answer are passed over. */
export class MultiRESTMapper implements ResettableRESTMapper {
  protected readonly mappers: readonly RESTMapper[]

  constructor(mappers: readonly RESTMapper[]) {
    this.mappers = [...mappers]
  }

  kindFor(resource: PartialResource): GroupVersionKind {
    const kinds = this.kindsFor(resource)
    if (kinds.length === 1) return kinds[0]!
    throw new AmbiguousResourceError(resource, { kinds })
  }

  kindsFor(resource: PartialResource): readonly GroupVersionKind[] {
    const kinds: GroupVersionKind[] = []
    const whole = wholeResource(resource)
    for (const mapper of this.mappers) addNew(kinds, kindsOrNone(mapper, whole))
    if (kinds.length === 0) throw new NoResourceMatchError(resource)
    return kinds
  }

  resourceFor(resource: PartialResource): GroupVersionResource {
    const resources = this.resourcesFor(resource)
    if (resources.length === 1) return resources[0]!
    throw new AmbiguousResourceError(resource, { resources })
  }

  resourcesFor(resource: PartialResource): readonly GroupVersionResource[] {
    const resources: GroupVersionResource[] = []
    const whole = wholeResource(resource)
    for (const mapper of this.mappers) addNew(resources, resourcesOrNone(mapper, whole))
    if (resources.length === 0) throw new NoResourceMatchError(resource)
    return resources
  }

  /**
   * The one mapping, even when other mappers failed.
   *
   * @throws {@link Aggregate} when mappers failed and none had an answer.
   */
  restMapping(kind: KindInGroup, ...versions: string[]): RESTMapping {
    const { found, errors } = this.#ask((mapper) => {
      if (mapper instanceof DefaultRESTMapper) return first(mapper.findMappings(kind, versions))
      return [mapper.restMapping(kind, ...versions)]
    })
    if (found.length === 1) return found[0]!
    if (found.length > 1) {
      throw new AmbiguousKindError(kind, { kinds: found.map(({ groupVersionKind }) => groupVersionKind) })
    }
    if (errors.length > 0) throw new Aggregate(errors)
    throw new NoKindMatchError(kind, versions)
  }

  /** All mappings. @throws {@link Aggregate} when a mapper failed otherwise than by not knowing the kind. */
  restMappings(kind: KindInGroup, ...versions: string[]): readonly RESTMapping[] {
    const { found, errors } = this.#ask((mapper) => {
      if (mapper instanceof DefaultRESTMapper) return mapper.findMappings(kind, versions)
      return mapper.restMappings(kind, ...versions)
    })
    if (errors.length > 0) throw new Aggregate(errors)
    if (found.length === 0) throw new NoKindMatchError(kind, versions)
    return found
  }

  /** The answer of the first mapper that has one, else the error of the last. */
  resourceSingularizer(resource: string): string {
    let failure: unknown = new NoResourceMatchError({ resource })
    for (const mapper of this.mappers) {
      if (mapper instanceof DefaultRESTMapper && mapper.findResources({ resource }).length === 0) {
        failure = new NoResourceMatchError({ resource: resource.toLowerCase() })
        continue
      }
      try {
        return mapper.resourceSingularizer(resource)
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  reset(): void {
    for (const mapper of this.mappers) maybeResetRESTMapper(mapper)
  }

  toString(): string {
    const nested = this.mappers.map((mapper) => String(mapper).replaceAll('\n', '\n\t'))
    return `MultiRESTMapper{\n\t${nested.join('\n\t')}\n}`
  }

  #ask(ask: (mapper: RESTMapper) => readonly RESTMapping[]): { found: RESTMapping[]; errors: Error[] } {
    const found: RESTMapping[] = []
    const errors: Error[] = []
    for (const mapper of this.mappers) {
      try {
        for (const mapping of ask(mapper)) found.push(mapping)
      } catch (error) {
        if (!isNoMatchError(error)) errors.push(error as Error)
      }
    }
    return { found, errors }
  }
}

function first<T>(items: readonly T[]): readonly T[] {
  return items.length < 2 ? items : items.slice(0, 1)
}

/** Most mappers of a cluster do not have the resource: an error for each of them would be most of the work. */
function kindsOrNone(mapper: RESTMapper, resource: PartialResource): readonly GroupVersionKind[] {
  if (mapper instanceof DefaultRESTMapper) return mapper.findKinds(resource)
  return orNone(() => mapper.kindsFor(resource))
}

function resourcesOrNone(mapper: RESTMapper, resource: PartialResource): readonly GroupVersionResource[] {
  if (mapper instanceof DefaultRESTMapper) return mapper.findResources(resource)
  return orNone(() => mapper.resourcesFor(resource))
}

function orNone<T>(ask: () => readonly T[]): readonly T[] {
  try {
    return ask()
  } catch (error) {
    if (isNoMatchError(error)) return []
    throw error
  }
}

function addNew<T extends { equals(other: T): boolean }>(list: T[], more: readonly T[]): void {
  for (const item of more) if (!list.some((known) => known.equals(item))) list.push(item)
}
