export type {
  ApplyCallOptions,
  CallOptions,
  CreateCallOptions,
  DeleteCallOptions,
  GetCallOptions,
  ListCallOptions,
  Patch,
  PatchCallOptions,
  UpdateCallOptions,
  WatchCallOptions,
} from './call-options.js'
export { KindCodec } from './kind-codec.js'
export type { ListOf } from './list-class.js'
export type { ApplyInit, PartialDeep } from './partial-deep.js'
export { type RateLimiter, TokenBucketRateLimiter } from './rate-limiter.js'
export { Request } from './request.js'
export type { RequestEvent, RequestHooks, ResponseEvent } from './request-hooks.js'
export { isRequestStatusError, RequestStatusError } from './request-status-error.js'
export { ResourceClient } from './resource-client.js'
export type { ResourceKind } from './resource-kind.js'
export { ResourceWatch } from './resource-watch.js'
export { type ContentFormat, RESTClient, type RESTClientOptions } from './rest-client.js'
export { type ObjectObserver, Result } from './result.js'
export { ScaleClient } from './scale-client.js'
export type { StreamIterator } from './stream-iterator.js'
export { SubresourceClient } from './subresource-client.js'
export { type Backoff, ExponentialBackoff } from './url-backoff.js'
export {
  deduplicatedWarnings,
  parseWarnings,
  type Warning,
  type WarningHandler,
  type WarningLoggerOptions,
  warningLogger,
} from './warnings.js'
