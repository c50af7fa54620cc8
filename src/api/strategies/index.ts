export { beforeCreate, validateCreate } from './before-create.js'
export { beforeUpdate, type ObjectUpdate, validateUpdate } from './before-update.js'
export { dedupOwnerReferences } from './dedup-owner-references.js'
export {
  allowsUnconditionalUpdate,
  isNamespaced,
  type KindStrategy,
  type StrategyContext,
  type StrategyUser,
  type UpdateHooks,
} from './kind-strategy.js'
export { ensureNamespaceOfRequest } from './request-namespace.js'
export { type FieldSetPaths, type ResetFields, type ResetFieldsContext, resetFieldsIn } from './reset-fields.js'
export { strategiesOfGroup, strategyFor, strategyGroups } from './strategies.js'
export { fillSystemMetadata, type SystemMetadata, wipeSystemMetadata } from './system-metadata.js'
export { WarningRecorder } from './warning-recorder.js'
