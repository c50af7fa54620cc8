import { DefaultRESTMapper, type RESTMapper, type RESTMapping, restScopeNamespace } from '../../../src/meta/index.js'
import { GroupVersion, GroupVersionKind, GroupVersionResource } from '../../../src/schema/index.js'

/** `group/version, Kind=kind` as Go prints it. */
export function gvk(text: string): GroupVersionKind {
  const [, group = '', version = '', kind = ''] = /^(.*)\/(.*), Kind=(.*)$/.exec(text) ?? []
  return new GroupVersionKind(group, version, kind)
}

export function gvr(text: string): GroupVersionResource {
  const [, group = '', version = '', resource = ''] = /^(.*)\/(.*), Resource=(.*)$/.exec(text) ?? []
  return new GroupVersionResource(group, version, resource)
}

export function gv(text: string): GroupVersion {
  const [version = '', group = ''] = text.split('/').reverse()
  return new GroupVersion(group, version)
}

/** A mapper that guesses the resources of some kinds. */
export function mapperOf(preferred: readonly string[], kinds: readonly string[]): DefaultRESTMapper {
  const mapper = new DefaultRESTMapper(preferred.map(gv))
  for (const kind of kinds) mapper.add(gvk(kind), restScopeNamespace)
  return mapper
}

export interface FixedAnswers {
  readonly resources?: readonly GroupVersionResource[]
  readonly kinds?: readonly GroupVersionKind[]
  readonly mappings?: readonly RESTMapping[]
  readonly error?: Error
  readonly onReset?: () => void
}

/** A mapper that answers the same to everything. */
export function fixedMapper({
  resources,
  kinds,
  mappings,
  error,
  onReset,
}: FixedAnswers): RESTMapper & { reset(): void } {
  function answer<T>(value: T | undefined): T {
    if (error !== undefined) throw error
    if (value === undefined) throw new Error('not asked for')
    return value
  }
  return {
    kindFor: () => answer(kinds?.[0]),
    kindsFor: () => answer(kinds),
    resourceFor: () => answer(resources?.[0]),
    resourcesFor: () => answer(resources),
    restMapping: () => answer(mappings?.[0]),
    restMappings: () => answer(mappings),
    resourceSingularizer: () => answer(resources?.[0]?.resource),
    reset: () => onReset?.(),
  }
}

export function mappingOf(kind: string): RESTMapping {
  return { groupVersionKind: gvk(kind), resource: gvr('/, Resource='), scope: restScopeNamespace }
}
