export {
  type AdmissionAttributes,
  type AdmissionFacts,
  newAdmissionAttributes,
  type Operation,
  ReinvocationContext,
} from './attributes.js'
export {
  AdmissionChain,
  type AdmissionObserver,
  type AdmissionRun,
  type AdmissionStep,
  admitAll,
  type NamedPlugin,
} from './chain.js'
export type { AdmissionPlugin } from './plugin.js'
export { type KnownNamespaces, namespaceLifecycle } from './plugins/namespace-lifecycle.js'
