import type { TolerationSeconds } from 'apimachinery/api/admission-plugins'
import type { Namespace, ResourceQuota } from 'apimachinery/api/core/v1'
import type { Release } from 'apimachinery/api/releases'
import { MachineryError } from 'apimachinery/errors'
import type { Clock } from 'apimachinery/wait'
import { AdmissionChain, type AdmissionObserver } from '../admission/chain.js'
import type { ClusterState } from '../admission/cluster-state.js'
import type { AdmissionPlugin } from '../admission/plugin.js'
import { alwaysAdmit, alwaysDeny } from '../admission/plugins/always.js'
import { alwaysPullImages } from '../admission/plugins/always-pull-images.js'
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
  type ParseCertificateRequest,
} from '../admission/plugins/certificates.js'
import {
  defaultIngressClass,
  defaultStorageClass,
  persistentVolumeClaimResize,
} from '../admission/plugins/default-storage-class.js'
import { defaultTolerationSeconds } from '../admission/plugins/default-toleration-seconds.js'
import { denyServiceExternalIPs } from '../admission/plugins/deny-service-external-ips.js'
import { eventRateLimit } from '../admission/plugins/event-rate-limit.js'
import { extendedResourceToleration } from '../admission/plugins/extended-resource-toleration.js'
import { type ImagePolicyOptions, imagePolicyWebhook } from '../admission/plugins/image-policy-webhook.js'
import { limitPodHardAntiAffinityTopology } from '../admission/plugins/limit-pod-hard-anti-affinity-topology.js'
import { limitRanger } from '../admission/plugins/limit-ranger.js'
import { namespaceAutoProvision, namespaceExists } from '../admission/plugins/namespace-exists.js'
import { namespaceLifecycle } from '../admission/plugins/namespace-lifecycle.js'
import { nodeDeclaredFeatureValidator } from '../admission/plugins/node-declared-feature-validator.js'
import type { NodeRestrictionState } from '../admission/plugins/node-restriction/node-check.js'
import { nodeRestriction } from '../admission/plugins/node-restriction/node-restriction.js'
import {
  ownerReferencesPermissionEnforcement,
  type ResourcesOfKind,
} from '../admission/plugins/owner-references-permission-enforcement.js'
import { podNodeSelector } from '../admission/plugins/pod-node-selector.js'
import { podResizeValidator } from '../admission/plugins/pod-resize-validator.js'
import { podTolerationRestriction } from '../admission/plugins/pod-toleration-restriction.js'
import { podTopologyLabels } from '../admission/plugins/pod-topology-labels.js'
import { priority } from '../admission/plugins/priority.js'
import { resourceQuota } from '../admission/plugins/resource-quota/resource-quota.js'
import { runtimeClass } from '../admission/plugins/runtime-class.js'
import { serviceAccount } from '../admission/plugins/service-account.js'
import { storageObjectInUseProtection } from '../admission/plugins/storage-object-in-use-protection.js'
import { taintNodesByCondition } from '../admission/plugins/taint-nodes-by-condition.js'
import { podSecurity } from '../admission/pod-security/pod-security.js'
import type { PodSecurityObserver } from '../admission/pod-security/pod-security-observer.js'
import { mutatingPolicies } from '../admission/policy/mutating-policies.js'
import type { PolicyEnvironment } from '../admission/policy/policy-match.js'
import { validatingPolicies } from '../admission/policy/validating-policies.js'
import { mutatingWebhooks } from '../admission/webhook/mutating-webhooks.js'
import { validatingWebhooks } from '../admission/webhook/validating-webhooks.js'
import type { WebhookEnvironment } from '../admission/webhook/webhooks.js'
import type { Authorizer } from '../authorization/authorizer.js'
import type { PluginConfigurations } from './admission-configuration.js'

/** Which of the two plugins calls a webhook. */
export type WebhookSort = 'mutating' | 'validating'

/** Input of plugins. */
export interface PluginEnvironment {
  /** The release whose plugins these are. */
  readonly release: Release
  readonly state: ClusterState
  readonly authorizer: Authorizer
  readonly clock: Clock
  /** Makes a name from its beginning. */
  readonly generateName: (base: string) => string
  readonly parseCertificateRequest: ParseCertificateRequest
  readonly resourcesOfKind: ResourcesOfKind
  /** Both go through the API, as the server itself. */
  readonly updateQuotaStatus: (quota: ResourceQuota) => Promise<ResourceQuota>
  readonly createNamespace: (namespace: Namespace) => Promise<void>
  readonly tolerationSeconds?: TolerationSeconds | undefined
  /** The backend of the plugin ImagePolicyWebhook; without it that plugin cannot be used. */
  readonly imagePolicy?: ImagePolicyOptions | undefined
  readonly webhooks: (sort: WebhookSort) => WebhookEnvironment
  readonly policies: PolicyEnvironment
  readonly configurations: PluginConfigurations
  readonly podSecurityObserver?: PodSecurityObserver | undefined
}

/** A plugin by the name that flags use. */
interface NamedPlugin {
  readonly name: string
  readonly byDefault?: true
  /** The minor number of the first release that has it, where not all of them do. */
  readonly since?: number
  readonly make: (environment: PluginEnvironment) => AdmissionPlugin
}

/** Every plugin, in the order in which requests meet them. Source: `AllOrderedPlugins` of pkg/kubeapiserver/options. */
const plugins: readonly NamedPlugin[] = [
  { name: 'AlwaysAdmit', make: () => alwaysAdmit },
  {
    name: 'NamespaceAutoProvision',
    make: ({ state, createNamespace }) => namespaceAutoProvision(state, createNamespace),
  },
  { name: 'NamespaceLifecycle', byDefault: true, make: ({ state }) => namespaceLifecycle(state) },
  { name: 'NamespaceExists', make: ({ state }) => namespaceExists(state) },
  { name: 'LimitPodHardAntiAffinityTopology', make: () => limitPodHardAntiAffinityTopology },
  { name: 'LimitRanger', byDefault: true, make: ({ state }) => limitRanger(state) },
  { name: 'ServiceAccount', byDefault: true, make: ({ state, ...options }) => serviceAccount(state, options) },
  {
    name: 'NodeRestriction',
    make: ({ state, authorizer, parseCertificateRequest }) =>
      nodeRestriction({ ...liveReads(state), authorizer }, parseCertificateRequest),
  },
  { name: 'TaintNodesByCondition', byDefault: true, make: () => taintNodesByCondition },
  { name: 'AlwaysPullImages', make: () => alwaysPullImages },
  {
    name: 'ImagePolicyWebhook',
    make: ({ imagePolicy }) => imagePolicyWebhook(required('ImagePolicyWebhook', imagePolicy)),
  },
  {
    name: 'PodSecurity',
    byDefault: true,
    make: ({ state, clock, configurations, podSecurityObserver: observer }) =>
      podSecurity(state, { clock, configuration: configurations.PodSecurity, observer }),
  },
  {
    name: 'PodNodeSelector',
    make: ({ state, configurations }) => podNodeSelector(state, configurations.PodNodeSelector),
  },
  { name: 'Priority', byDefault: true, make: ({ state }) => priority(state) },
  {
    name: 'DefaultTolerationSeconds',
    byDefault: true,
    make: ({ tolerationSeconds }) => defaultTolerationSeconds(tolerationSeconds),
  },
  {
    name: 'PodTolerationRestriction',
    make: ({ state, configurations }) => podTolerationRestriction(state, configurations.PodTolerationRestriction),
  },
  {
    name: 'EventRateLimit',
    make: ({ clock, configurations }) =>
      eventRateLimit(required('EventRateLimit', configurations.EventRateLimit), clock),
  },
  { name: 'ExtendedResourceToleration', make: () => extendedResourceToleration },
  { name: 'DefaultStorageClass', byDefault: true, make: ({ state }) => defaultStorageClass(state) },
  { name: 'StorageObjectInUseProtection', byDefault: true, make: () => storageObjectInUseProtection },
  {
    name: 'OwnerReferencesPermissionEnforcement',
    make: ({ authorizer, resourcesOfKind }) => ownerReferencesPermissionEnforcement(authorizer, resourcesOfKind),
  },
  { name: 'PersistentVolumeClaimResize', byDefault: true, make: ({ state }) => persistentVolumeClaimResize(state) },
  { name: 'RuntimeClass', byDefault: true, make: ({ state }) => runtimeClass(state) },
  { name: 'CertificateApproval', byDefault: true, make: ({ authorizer }) => certificateApproval(authorizer) },
  { name: 'CertificateSigning', byDefault: true, make: ({ authorizer }) => certificateSigning(authorizer) },
  { name: 'ClusterTrustBundleAttest', byDefault: true, make: ({ authorizer }) => clusterTrustBundleAttest(authorizer) },
  {
    name: 'CertificateSubjectRestriction',
    byDefault: true,
    make: ({ parseCertificateRequest }) => certificateSubjectRestriction(parseCertificateRequest),
  },
  { name: 'DefaultIngressClass', byDefault: true, make: ({ state }) => defaultIngressClass(state) },
  { name: 'DenyServiceExternalIPs', make: () => denyServiceExternalIPs },
  { name: 'PodTopologyLabels', byDefault: true, make: ({ state }) => podTopologyLabels(state) },
  { name: 'NodeDeclaredFeatureValidator', byDefault: true, make: ({ state }) => nodeDeclaredFeatureValidator(state) },
  { name: 'PodResizeValidator', byDefault: true, since: 36, make: ({ state }) => podResizeValidator(state) },
  {
    name: 'MutatingAdmissionPolicy',
    byDefault: true,
    make: ({ state, policies }) => {
      const from = {
        policies: () => state.mutatingAdmissionPolicies.list(),
        bindings: () => state.mutatingAdmissionPolicyBindings.list(),
      }
      return mutatingPolicies(from, policies)
    },
  },
  {
    name: 'MutatingAdmissionWebhook',
    byDefault: true,
    make: ({ state, webhooks }) =>
      mutatingWebhooks(() => state.mutatingWebhookConfigurations.list(), webhooks('mutating')),
  },
  {
    name: 'ValidatingAdmissionPolicy',
    byDefault: true,
    make: ({ state, policies }) => {
      const from = {
        policies: () => state.validatingAdmissionPolicies.list(),
        bindings: () => state.validatingAdmissionPolicyBindings.list(),
      }
      return validatingPolicies(from, policies)
    },
  },
  {
    name: 'ValidatingAdmissionWebhook',
    byDefault: true,
    make: ({ state, webhooks }) =>
      validatingWebhooks(() => state.validatingWebhookConfigurations.list(), webhooks('validating')),
  },
  {
    name: 'ResourceQuota',
    byDefault: true,
    make: ({ state, clock, updateQuotaStatus, configurations }) =>
      resourceQuota(state, { clock, updateStatus: updateQuotaStatus, configuration: configurations.ResourceQuota }),
  },
  { name: 'AlwaysDeny', make: () => alwaysDeny },
]

/** Which plugins are used beside or instead of the default ones. */
export interface PluginChoice {
  readonly enable?: readonly string[]
  readonly disable?: readonly string[]
}

/** Says what is wrong with the choice of plugins. */
export class PluginChoiceError extends MachineryError {
  override readonly name: string = 'PluginChoiceError'

  constructor(message: string) {
    super('PluginChoice', message)
  }
}

/** Plugins that are known to releases and do nothing here: they depend on feature gates that are off. */
const inert: readonly { readonly name: string; readonly since: number; readonly until?: number }[] = [
  { name: 'PodGroupProtection', since: 36 },
  { name: 'PodGroupWorkloadExists', since: 36, until: 36 },
  { name: 'JobValidation', since: 36, until: 36 },
]

function pluginsOf({ minor }: Release): readonly NamedPlugin[] {
  return plugins.filter(({ since = 0 }) => minor >= since)
}

/** Names of the plugins that are on in a release where nothing else is said. */
export function defaultPluginNames(release: Release): readonly string[] {
  return pluginsOf(release)
    .filter(({ byDefault }) => byDefault === true)
    .map(({ name }) => name)
}

/** Names that flags may have in a release. */
function knownNames(release: Release): ReadonlySet<string> {
  const { minor } = release
  const idle = inert.filter(({ since, until = minor }) => since <= minor && minor <= until)
  return new Set([...pluginsOf(release), ...idle].map(({ name }) => name))
}

/**
 * The chain of the plugins that are on.
 *
 * @throws PluginChoiceError for names that there are not, and for names that are both enabled and disabled.
 */
export function admissionChain(
  environment: PluginEnvironment,
  { enable = [], disable = [] }: PluginChoice = {},
  observer?: AdmissionObserver,
): AdmissionChain {
  const { release } = environment
  const known = knownNames(release)
  for (const [flag, names] of Object.entries({ enable, disable })) {
    const unknown = names.filter((name) => !known.has(name))
    if (unknown.length === 0) continue
    throw new PluginChoiceError(`${flag}-admission-plugins plugin ${JSON.stringify(unknown[0])} is unknown`)
  }
  const both = enable.filter((name) => disable.includes(name))
  if (both.length > 0) {
    throw new PluginChoiceError(
      `${JSON.stringify(both)} in enable-admission-plugins and disable-admission-plugins overlapped`,
    )
  }
  const on = pluginsOf(release).filter(
    ({ name, byDefault }) => (byDefault || enable.includes(name)) && !disable.includes(name),
  )
  return new AdmissionChain(
    on.map(({ name, make }) => ({ name, plugin: make(environment) })),
    observer,
  )
}

function liveReads(state: ClusterState): Omit<NodeRestrictionState, 'authorizer'> {
  const { livePod, liveNode, livePersistentVolumeClaim, livePersistentVolume, liveCSIDriver } = state
  return { livePod, liveNode, livePersistentVolumeClaim, livePersistentVolume, liveCSIDriver }
}

function required<T>(plugin: string, configuration: T | undefined): T {
  if (configuration === undefined) throw new PluginChoiceError(`no configuration of the plugin ${plugin} is given`)
  return configuration
}
