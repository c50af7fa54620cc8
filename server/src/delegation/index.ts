export type { Flag, FlagGroup, FlagKind, FlagValue } from '../flags/flag.js'
export { UsageError } from '../flags/flag.js'
export { FlagValues } from '../flags/flag-values.js'
export { type ServingTLS, servingTLS } from '../flags/serving-tls.js'
export {
  type DelegatedAccess,
  type DelegatedAccessOptions,
  type DelegationSettings,
  delegatedAccess,
  delegatedAccessOver,
} from './delegated-access.js'
export {
  delegatedAccessByFlags,
  extensionServerFlags,
  hasMainCluster,
  parseExtensionServerFlags,
} from './extension-server-flags.js'
export { MainClusterNamespaces } from './main-cluster-namespaces.js'
export {
  type MainClusterClient,
  PublishedAuthentication,
  type PublishedAuthenticationOptions,
  type PublishedAuthorities,
} from './published-authentication.js'
