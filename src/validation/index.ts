export { annotationsSize, totalAnnotationSizeLimitB, validateAnnotations } from './annotations.js'
export {
  getWarningsForCIDR,
  isValidCIDR,
  isValidCIDRForLegacyField,
  isValidInterfaceAddress,
} from './cidr-rules.js'
export { type ConditionFields, isValidConditionReason, validateCondition, validateConditions } from './conditions.js'
export {
  dnsLabelMaxLength,
  dnsSubdomainMaxLength,
  isDNS1035Label,
  isDNS1123Label,
  isDNS1123Subdomain,
  isDNS1123SubdomainCaseless,
  isDNS1123SubdomainWithUnderscore,
  isWildcardDNS1123Subdomain,
  type LengthUnit,
} from './dns-names.js'
export {
  isDomainPrefixedKey,
  isDomainPrefixedPath,
  isFullyQualifiedDomainName,
  isFullyQualifiedName,
} from './domain-rules.js'
export {
  dedupe,
  type ErrorList,
  errorsInRelease,
  errorTypeMatcher,
  filterErrors,
  markCoveredByDeclarative,
  markFromImperative,
  prefixDetail,
  sortErrors,
  toAggregate,
  toStatusCauses,
  withOrigin,
} from './error-list.js'
export { ErrorMatcher, type NormalizationRule } from './error-matcher.js'
export { ErrorType, errorTitle } from './error-type.js'
export {
  duplicate,
  type EarlierError,
  FieldError,
  type FieldErrorParts,
  forbidden,
  internalError,
  invalid,
  isFieldError,
  notFound,
  notSupported,
  omitValue,
  required,
  type StabilityLevel,
  tooFew,
  tooLong,
  tooLongCharacters,
  tooMany,
  tooShort,
  typeInvalid,
} from './field-error.js'
export {
  fieldManagerMaxLength,
  maxSubresourceNameLength,
  validateFieldManager,
  validateManagedFields,
} from './field-manager.js'
export { FieldPath, fieldPath } from './field-path.js'
export {
  finalizerDeleteDependents,
  finalizerOrphanDependents,
  validateFinalizerName,
  validateFinalizers,
  validateNoNewFinalizers,
} from './finalizers.js'
export {
  isCIdentifier,
  isConfigMapKey,
  isEnvVarName,
  isHTTPHeaderName,
  isPathSegmentName,
  isPathSegmentPrefix,
  isRelaxedEnvVarName,
  isValidPercent,
} from './format-rules.js'
export { fieldImmutableErrorMsg, validateImmutableField } from './immutable.js'
export { formatIP, type IPAddress, parseIPSloppy } from './ip-address.js'
export {
  getWarningsForIP,
  isValidIP,
  isValidIPForLegacyField,
  isValidIPv4Address,
  isValidIPv6Address,
  type LegacyOptions,
} from './ip-rules.js'
export {
  type LabelSelectorFields,
  type LabelSelectorValidationOptions,
  labelSelectorHasInvalidLabelValue,
  type SelectorRequirementFields,
  validateFieldSelectorRequirement,
  validateLabelSelector,
  validateLabelSelectorRequirement,
} from './label-selector.js'
export { isValidLabelValue, labelValueMaxLength } from './label-value.js'
export { validateLabelName, validateLabels } from './labels.js'
export {
  emptyError,
  inclusiveRangeError,
  maxBytesError,
  maxError,
  maxLenError,
  minError,
  regexError,
} from './messages.js'
export {
  isDecimalInteger,
  isInRange,
  isValidGroupID,
  isValidPortName,
  isValidPortNum,
  isValidUserID,
  validateNonnegativeField,
} from './number-rules.js'
export {
  type ObjectMetaErrorRules,
  type ObjectMetaRules,
  validateObjectMeta,
  validateObjectMetaUpdate,
  validateObjectMetaWithOpts,
} from './object-meta.js'
export type { ManagedFieldsEntryFields, ObjectMetaFields, OwnerReferenceFields } from './object-meta-types.js'
export {
  nameIsDNS1035Label,
  nameIsDNSLabel,
  nameIsDNSSubdomain,
  type ValidateNameFunc,
  validateNamespaceName,
  validateServiceAccountName,
} from './object-name-rules.js'
export {
  type DeleteOptionsFields,
  type PatchOptionsFields,
  validateCreateOptions,
  validateDeleteOptions,
  validateDryRun,
  validateFieldValidation,
  validateIgnoreStoreReadError,
  validatePatchOptions,
  validateTableOptions,
  validateUpdateOptions,
  type WriteOptionsFields,
} from './options.js'
export { validateOwnerReferences } from './owner-references.js'
export { isPrefixedQualifiedName, isQualifiedName } from './qualified-name.js'
export { type StringFormat, stringFormats } from './string-formats.js'
