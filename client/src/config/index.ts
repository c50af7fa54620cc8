export { ConfigError, type ConfigErrorPlace } from './config-error.js'
export type { ContextOverrides, KubeConfigEntry } from './context-source.js'
export type { ExecCallStatus, ExecHooks } from './exec-hooks.js'
export type { ExecPluginPolicy } from './exec-plugin-policy.js'
export { type InClusterSources, inClusterConfig } from './in-cluster.js'
export { KubeConfig, type KubeConfigSources } from './kube-config.js'
export { type LoadConfigOptions, loadConfig } from './load-config.js'
export type {
  AuthProviderConfig,
  ExecConfig,
  ImpersonationConfig,
  RESTConfig,
  TLSConfig,
} from './rest-config.js'
