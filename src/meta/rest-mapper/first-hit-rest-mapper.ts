import { Aggregate } from '../../errors/aggregate.js'
import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import { isNoMatchError, NoKindMatchError, NoResourceMatchError } from './mapper-errors.js'
import { MultiRESTMapper } from './multi-rest-mapper.js'
import type { KindInGroup, PartialResource, RESTMapper, RESTMapping } from './rest-mapper.js'

/** Several mappers: single results come from the first one that has a result, lists from all of them. */
export class FirstHitRESTMapper extends MultiRESTMapper {
  override kindFor(resource: PartialResource): GroupVersionKind {
    return this.#first(
      (mapper) => mapper.kindFor(resource),
      () => new NoResourceMatchError(resource),
    )
  }

  override resourceFor(resource: PartialResource): GroupVersionResource {
    return this.#first(
      (mapper) => mapper.resourceFor(resource),
      () => new NoResourceMatchError(resource),
    )
  }

  override restMapping(kind: KindInGroup, ...versions: string[]): RESTMapping {
    return this.#first(
      (mapper) => mapper.restMapping(kind, ...versions),
      () => new NoKindMatchError(kind, versions),
    )
  }

  override toString(): string {
    return `FirstHitRESTMapper{\n\t${super.toString()}\n}`
  }

  #first<T>(ask: (mapper: RESTMapper) => T, nobodyAsked: () => Error): T {
    const errors: Error[] = []
    for (const mapper of this.mappers) {
      try {
        return ask(mapper)
      } catch (error) {
        errors.push(error as Error)
      }
    }
    const [first] = errors
    if (first === undefined) throw nobodyAsked()
    throw errors.length === 1 || errors.every(isNoMatchError) ? first : new Aggregate(errors)
  }
}
