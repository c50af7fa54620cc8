import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import type { GroupVersionResource } from '../../schema/group-version-resource.js'
import {
  type KindInGroup,
  maybeResetRESTMapper,
  type PartialResource,
  type RESTMapper,
  type RESTMapping,
  type ResettableRESTMapper,
} from './rest-mapper.js'

/** Passes every question on to another mapper; classes derived from it answer some of them differently. */
export abstract class DelegatingRESTMapper implements ResettableRESTMapper {
  protected abstract get delegate(): RESTMapper

  kindFor(resource: PartialResource): GroupVersionKind {
    return this.delegate.kindFor(resource)
  }

  kindsFor(resource: PartialResource): readonly GroupVersionKind[] {
    return this.delegate.kindsFor(resource)
  }

  resourceFor(resource: PartialResource): GroupVersionResource {
    return this.delegate.resourceFor(resource)
  }

  resourcesFor(resource: PartialResource): readonly GroupVersionResource[] {
    return this.delegate.resourcesFor(resource)
  }

  restMapping(kind: KindInGroup, ...versions: string[]): RESTMapping {
    return this.delegate.restMapping(kind, ...versions)
  }

  restMappings(kind: KindInGroup, ...versions: string[]): readonly RESTMapping[] {
    return this.delegate.restMappings(kind, ...versions)
  }

  resourceSingularizer(resource: string): string {
    return this.delegate.resourceSingularizer(resource)
  }

  /** Resets the other mapper when it can be reset. */
  reset(): void {
    maybeResetRESTMapper(this.delegate)
  }
}
