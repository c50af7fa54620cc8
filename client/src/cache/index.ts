export type {
  AddFacts,
  DeleteFacts,
  EventHandler,
  HandlerOptions,
  HandlerRegistration,
  UpdateFacts,
} from './event-handler.js'
export { freezeDeep } from './freeze-deep.js'
export { IndexedStore, type Indexers, type IndexFunc, namespaceIndex } from './indexed-store.js'
export { InformerFactory, type InformerFactoryOptions, type InformerSelection } from './informer-factory.js'
export { type LabelMatcher, Lister } from './lister.js'
export { type EventStream, type ListerWatcher, listerWatcherFor, type Selection } from './lister-watcher.js'
export { type CacheListOptions, type CacheTarget, ObjectCache } from './object-cache.js'
export { keyOfName, objectKey, splitObjectKey } from './object-key.js'
export {
  Reflector,
  type ReflectorOptions,
  type ReflectorPhase,
  type ReflectorState,
  type ReflectorStore,
} from './reflector.js'
export { ReflectorBackoff, type ReflectorBackoffOptions } from './reflector-backoff.js'
export { type InformerOptions, SharedInformer } from './shared-informer.js'
