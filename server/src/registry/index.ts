export { attributesOf } from './attributes-of.js'
export { defaultStrategy } from './default-strategy.js'
export {
  defineResource,
  type ResourceDefinition,
  type ResourceOptions,
  storageOf,
  storeOf,
} from './define-resource.js'
export { delegatedStore } from './delegated-store.js'
export { type Encodable, encodable } from './encodable.js'
export { interpretStorageError, type StorageOperation } from './interpret-storage-error.js'
export type { KindLifecycle } from './kind-lifecycle.js'
export { type ObjectKeys, objectKeys } from './object-keys.js'
export type {
  Connector,
  ConnectRequest,
  CreateRequest,
  DeleteRequest,
  DeleteResponse,
  GetRequest,
  ListRequest,
  NamedCreateRequest,
  ObjectList,
  OptionsGetter,
  ResourceStorage,
  ResourceStream,
  UpdateRequest,
  UpdateResponse,
  ValidateObject,
  WatchRequest,
} from './resource-storage.js'
export { replicasScale, type ScaleAccess, ScaleStore } from './scale-store.js'
export { type StorageCodecOptions, storageCodec } from './storage-codec.js'
export {
  type StorageMediaType,
  type StorageSerializers,
  storageMediaTypes,
  storageSerializers,
} from './storage-serializers.js'
export {
  type InternalResource,
  type KeptResource,
  type StorageEnvironment,
  Storages,
  type StoreDescription,
  type StoredForm,
} from './storages.js'
export { Store } from './store.js'
export type { FinishHook, NamespaceLabels, StoreHooks, StoreOptions, StoreSettings } from './store-options.js'
export { SubresourceStore } from './subresource-store.js'
export { type StoredChange, writeUnlessDry } from './write-unless-dry.js'
