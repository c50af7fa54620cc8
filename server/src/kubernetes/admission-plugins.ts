import { AdmissionChain } from '../admission/chain.js'
import type { ClusterState } from '../admission/cluster-state.js'
import type { AdmissionPlugin } from '../admission/plugin.js'
import {
  defaultIngressClass,
  defaultStorageClass,
  persistentVolumeClaimResize,
} from '../admission/plugins/default-storage-class.js'
import { defaultTolerationSeconds } from '../admission/plugins/default-toleration-seconds.js'
import { namespaceLifecycle } from '../admission/plugins/namespace-lifecycle.js'
import { priority } from '../admission/plugins/priority.js'
import { runtimeClass } from '../admission/plugins/runtime-class.js'
import { storageObjectInUseProtection } from '../admission/plugins/storage-object-in-use-protection.js'
import { taintNodesByCondition } from '../admission/plugins/taint-nodes-by-condition.js'

/** A plugin by the name that flags use. */
interface NamedPlugin {
  readonly name: string
  readonly byDefault: boolean
  readonly make: (state: ClusterState) => AdmissionPlugin
}

/** Every plugin, in the order in which requests meet them. Source: `AllOrderedPlugins` of pkg/kubeapiserver/options. */
const plugins: readonly NamedPlugin[] = [
  { name: 'NamespaceLifecycle', byDefault: true, make: namespaceLifecycle },
  { name: 'TaintNodesByCondition', byDefault: true, make: () => taintNodesByCondition },
  { name: 'Priority', byDefault: true, make: priority },
  { name: 'DefaultTolerationSeconds', byDefault: true, make: () => defaultTolerationSeconds() },
  { name: 'DefaultStorageClass', byDefault: true, make: defaultStorageClass },
  { name: 'StorageObjectInUseProtection', byDefault: true, make: () => storageObjectInUseProtection },
  { name: 'PersistentVolumeClaimResize', byDefault: true, make: persistentVolumeClaimResize },
  { name: 'RuntimeClass', byDefault: true, make: runtimeClass },
  { name: 'DefaultIngressClass', byDefault: true, make: defaultIngressClass },
]

/** Which plugins are used beside or instead of the default ones. */
export interface PluginChoice {
  readonly enable?: readonly string[]
  readonly disable?: readonly string[]
}

/** The chain of the plugins that are on. */
export function admissionChain(state: ClusterState, { enable = [], disable = [] }: PluginChoice = {}): AdmissionChain {
  const on = plugins.filter(({ name, byDefault }) => (byDefault || enable.includes(name)) && !disable.includes(name))
  return new AdmissionChain(on.map(({ make }) => make(state)))
}
