export { AuthenticatingTransport } from './authenticating-transport.js'
export { BytesBody } from './bytes-body.js'
export { CachingTransport, type CachingTransportOptions } from './caching-transport.js'
export { FetchTransport, type FetchTransportOptions } from './fetch-transport.js'
export {
  type InProcessHandler,
  type InProcessOptions,
  type InProcessResponse,
  InProcessTransport,
} from './in-process-transport.js'
export type { ResponseCache } from './response-cache.js'
export {
  type HeaderFields,
  headerOf,
  type ResponseBody,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type UpgradeRefused,
  type UpgradeRequest,
  type WebSocketConnection,
} from './transport.js'
export { isTransportError, TransportError, type TransportErrorCode } from './transport-error.js'
