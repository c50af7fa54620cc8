export {
  type APIGroupResources,
  apiGroupResources,
  type DiscoveredGroup,
  type DiscoveredResource,
  type DiscoveredResourceList,
  type DiscoveredVersion,
  type Discovery,
  mergeDiscovery,
} from './discovery/discovery.js'
export { StaleGroupVersionError } from './discovery/from-aggregated.js'
export { discoveryFromCRDs } from './discovery/from-crds.js'
export { discoveryFromDocuments } from './discovery/from-documents.js'
export { discoveryFromScheme, type SchemeDiscoveryOptions } from './discovery/from-scheme.js'
export { CachingRESTMapper } from './rest-mapper/caching-rest-mapper.js'
export {
  type CategoryExpander,
  DiscoveryCategoryExpander,
  SimpleCategoryExpander,
  UnionCategoryExpander,
} from './rest-mapper/category-expander.js'
export { DefaultRESTMapper } from './rest-mapper/default-rest-mapper.js'
export {
  type DeferredDiscoveryOptions,
  DeferredDiscoveryRESTMapper,
} from './rest-mapper/deferred-discovery-rest-mapper.js'
export { newDiscoveryRESTMapper } from './rest-mapper/discovery-rest-mapper.js'
export { FirstHitRESTMapper } from './rest-mapper/first-hit-rest-mapper.js'
export { type ResourceNames, unsafeGuessKindToResource } from './rest-mapper/guess-resource.js'
export { LazyRESTMapper } from './rest-mapper/lazy-rest-mapper.js'
export {
  AmbiguousKindError,
  AmbiguousResourceError,
  isAmbiguousError,
  isNoMatchError,
  type Matches,
  NoKindMatchError,
  NoResourceMatchError,
} from './rest-mapper/mapper-errors.js'
export { MultiRESTMapper } from './rest-mapper/multi-rest-mapper.js'
export {
  anyGroup,
  anyKind,
  anyResource,
  anyVersion,
  type Priorities,
  PriorityRESTMapper,
} from './rest-mapper/priority-rest-mapper.js'
export {
  type AsyncRESTMapper,
  type KindInGroup,
  maybeResetRESTMapper,
  type PartialResource,
  type RESTMapper,
  type RESTMapping,
  type RESTScope,
  type ResettableRESTMapper,
  restScopeNamespace,
  restScopeRoot,
} from './rest-mapper/rest-mapper.js'
export { ShortcutExpander, type ShortcutOptions } from './rest-mapper/shortcut-expander.js'
