export {
  validateCreateOptions,
  validateDeleteOptions,
  validatePatchOptions,
  validateTableOptions,
  validateUpdateOptions,
} from '../validation/options.js'
export {
  accessor,
  CommonAccessor,
  commonAccessor,
  ListMetaAccessor,
  listAccessor,
  ObjectMetaAccessor,
  TypeAccessor,
  typeAccessor,
} from './accessor.js'
export { compareResourceVersion } from './compare-resource-version.js'
export {
  type ConditionInit,
  type ConditionOptions,
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionPresentAndEqual,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from './conditions.js'
export {
  deletionPropagationOf,
  finalizersForPropagation,
  isBeingDeleted,
  type PropagationOptions,
} from './deletion.js'
export {
  type APIGroupResources,
  apiGroupResources,
  type DiscoveredGroup,
  type DiscoveredKind,
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
export { type ResourceNames, unsafeGuessKindToResource } from './discovery/guess-resource.js'
export {
  type AggregatedDiscovery,
  type AggregatedGroup,
  type AggregatedOptions,
  type AggregatedResource,
  type AggregatedSubresource,
  type AggregatedVersion,
  aggregatedDiscoveryOf,
  aggregatedResourcesOf,
} from './discovery/to-aggregated.js'
export { apiGroupListOf, apiGroupOf, apiResourceListOf, apiVersionsOf } from './discovery/to-documents.js'
export { addFinalizer, containsFinalizer, removeFinalizer } from './finalizers.js'
export { JSONPath, type JSONPathOptions } from './json-path/json-path.js'
export { chunkList, eachListItem, extractList, isListType, lenList, setList } from './list.js'
export {
  maxGeneratedNameLength,
  type NameGenerator,
  type NameGeneratorOptions,
  newSimpleNameGenerator,
} from './name-generator.js'
export { NamespacedName, namespacedNameOf, parseNamespacedName } from './namespaced-name.js'
export {
  hasAnnotation,
  hasLabel,
  hasObjectMetaSystemFieldValues,
  resetObjectMetaForStatus,
  setAnnotation,
  setLabel,
} from './object-meta.js'
export { ensureMetadata, type ListWithMeta, type ObjectWithMeta } from './object-with-meta.js'
export { parseFieldSelectorFor } from './options/field-selector.js'
export {
  type ListFeatures,
  type ListOptionsFields,
  setListOptionsDefaults,
  validateListOptions,
} from './options/list-options.js'
export {
  AlreadyOwnedError,
  getControllerOf,
  getControllerOfNoCopy,
  hasOwnerReference,
  isControlledBy,
  newControllerRef,
  newOwnerRef,
  ownerReferencesOf,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from './owner-references.js'
export { asPartialObjectMetadata, asPartialObjectMetadataList } from './partial-object-metadata.js'
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
export { humanAge } from './table/human-age.js'
export {
  defaultPrintColumns,
  type PrintColumn,
  printColumnsOfCRD,
  scalePrintColumns,
} from './table/print-columns.js'
export {
  newDefaultTableConvertor,
  newTableConvertor,
  type TableConversionOptions,
  type TableConvertor,
} from './table/table-convertor.js'
export { metaToTableRow, type RowFacts, type TableRowOptions } from './table/table-row.js'
