import type { LabelSelector } from '../../meta/v1/types.gen.js'
import {
  MutatingWebhookConfiguration,
  MutatingWebhookConfigurationList,
  type RuleWithOperations,
  ValidatingWebhookConfiguration,
  ValidatingWebhookConfigurationList,
  type WebhookClientConfig,
} from '../admissionregistration/v1/types.gen.js'
import { EndpointSlice, EndpointSliceList } from '../discovery/v1/types.gen.js'
import { IngressClass, IngressClassList, NetworkPolicy, NetworkPolicyList } from '../networking/v1/types.gen.js'
import {
  ClusterRoleBinding,
  ClusterRoleBindingList,
  RoleBinding,
  RoleBindingList,
  type RoleRef,
  type Subject,
} from '../rbac/v1/types.gen.js'
import { PriorityClass, PriorityClassList } from '../scheduling/v1/types.gen.js'
import { CSIDriver, CSIDriverList, StorageClass, StorageClassList } from '../storage/v1/types.gen.js'
import { type DefaultsRegistrar, withList } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

const rbacGroup = 'rbac.authorization.k8s.io'
const httpsPort = 443
const webhookSeconds = 10

/**
 * Registers the defaults of `networking`, `rbac`, `storage`,
 * `scheduling`, `discovery` and webhook configurations, all v1.
 */
export function addClusterServiceDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, { type: NetworkPolicy, list: NetworkPolicyList, fill: defaultNetworkPolicy })
  withList(scheme, { type: IngressClass, list: IngressClassList, fill: defaultIngressClass })
  withList<RoleBinding>(scheme, { type: RoleBinding, list: RoleBindingList, fill: defaultBinding })
  withList<ClusterRoleBinding>(scheme, { type: ClusterRoleBinding, list: ClusterRoleBindingList, fill: defaultBinding })
  withList(scheme, { type: StorageClass, list: StorageClassList, fill: defaultStorageClass })
  withList(scheme, { type: CSIDriver, list: CSIDriverList, fill: defaultCSIDriver })
  withList(scheme, { type: PriorityClass, list: PriorityClassList, fill: defaultPriorityClass })
  withList(scheme, { type: EndpointSlice, list: EndpointSliceList, fill: defaultEndpointSlice })
  withList(scheme, {
    type: ValidatingWebhookConfiguration,
    list: ValidatingWebhookConfigurationList,
    fill: ({ webhooks }) => itemsOf(webhooks).forEach(defaultWebhook),
  })
  withList(scheme, {
    type: MutatingWebhookConfiguration,
    list: MutatingWebhookConfigurationList,
    fill: ({ webhooks }) => {
      for (const webhook of itemsOf(webhooks)) {
        defaultWebhook(webhook)
        webhook.reinvocationPolicy ??= 'Never'
      }
    },
  })
}

function defaultNetworkPolicy(policy: NetworkPolicy): void {
  policy.spec ??= { podSelector: {} }
  const { spec } = policy
  if ((spec.policyTypes ?? []).length === 0) {
    spec.policyTypes = (spec.egress ?? []).length === 0 ? ['Ingress'] : ['Ingress', 'Egress']
  }
  for (const { ports } of [...itemsOf(spec.ingress), ...itemsOf(spec.egress)]) {
    for (const port of itemsOf(ports)) port.protocol ??= 'TCP'
  }
}

function defaultIngressClass({ spec }: IngressClass): void {
  if (spec?.parameters) spec.parameters.scope ??= 'Cluster'
}

function defaultBinding(binding: { roleRef: RoleRef; subjects?: Subject[] | undefined }): void {
  binding.roleRef ??= { apiGroup: '', kind: '', name: '' }
  binding.roleRef.apiGroup ||= rbacGroup
  for (const subject of itemsOf(binding.subjects)) {
    if (subject.kind === 'User' || subject.kind === 'Group') subject.apiGroup ||= rbacGroup
  }
}

function defaultStorageClass(storageClass: StorageClass): void {
  storageClass.reclaimPolicy ??= 'Delete'
  storageClass.volumeBindingMode ??= 'Immediate'
}

function defaultCSIDriver(driver: CSIDriver): void {
  driver.spec ??= {}
  const spec = driver.spec
  spec.attachRequired ??= true
  spec.podInfoOnMount ??= false
  spec.storageCapacity ??= false
  spec.fsGroupPolicy ??= 'ReadWriteOnceWithFSType'
  if ((spec.volumeLifecycleModes ?? []).length === 0) spec.volumeLifecycleModes = ['Persistent']
  spec.requiresRepublish ??= false
  spec.seLinuxMount ??= false
}

function defaultPriorityClass(priorityClass: PriorityClass): void {
  priorityClass.preemptionPolicy ??= 'PreemptLowerPriority'
}

function defaultEndpointSlice({ ports }: EndpointSlice): void {
  for (const port of itemsOf(ports)) {
    port.name ??= ''
    port.protocol ??= 'TCP'
  }
}

interface Webhook {
  clientConfig: WebhookClientConfig
  failurePolicy?: string | undefined
  matchPolicy?: string | undefined
  namespaceSelector?: LabelSelector | undefined
  objectSelector?: LabelSelector | undefined
  timeoutSeconds?: number | undefined
  rules?: RuleWithOperations[] | undefined
}

function defaultWebhook(webhook: Webhook): void {
  webhook.failurePolicy ??= 'Fail'
  webhook.matchPolicy ??= 'Equivalent'
  webhook.namespaceSelector ??= {}
  webhook.objectSelector ??= {}
  webhook.timeoutSeconds ??= webhookSeconds
  for (const rule of itemsOf(webhook.rules)) rule.scope ??= '*'
  if (webhook.clientConfig?.service) webhook.clientConfig.service.port ??= httpsPort
}
