export { APIServer, type APIServerOptions, type AuthorizationMode } from './kubernetes/api-server.js'
export { GenericAPIServer, type GenericAPIServerConfig, type ListenOptions } from './server/generic-api-server.js'
export type { HookContext, PostStartHook, PreShutdownHook } from './server/hooks.js'
export type { Logger } from './server/logger.js'
