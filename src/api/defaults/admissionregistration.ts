import type { LabelSelector } from '../../meta/v1/types.gen.js'
import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'
import * as v1 from '../admissionregistration/v1/types.gen.js'
import * as v1alpha1 from '../admissionregistration/v1alpha1/types.gen.js'
import * as v1beta1 from '../admissionregistration/v1beta1/types.gen.js'
import { type DefaultsRegistrar, withFields } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

const httpsPort = 443

/** Differences between versions of webhook configurations. */
interface WebhookDefaults {
  readonly failurePolicy: string
  readonly matchPolicy: string
  readonly timeoutSeconds: number
}

const stable: WebhookDefaults = { failurePolicy: 'Fail', matchPolicy: 'Equivalent', timeoutSeconds: 10 }
const beta: WebhookDefaults = { failurePolicy: 'Ignore', matchPolicy: 'Exact', timeoutSeconds: 30 }

/** Registers the defaults of `admissionregistration.k8s.io`. */
export function addAdmissionregistrationDefaults(scheme: DefaultsRegistrar): void {
  addWebhookDefaults(scheme, v1, (webhook) => defaultWebhook(webhook, stable))
  addWebhookDefaults(scheme, v1beta1, (webhook) => {
    defaultWebhook(webhook, beta)
    webhook.sideEffects ??= 'Unknown'
    if ((webhook.admissionReviewVersions ?? []).length === 0) webhook.admissionReviewVersions = ['v1beta1']
  })
  for (const version of [v1, v1beta1, v1alpha1]) {
    addPolicyDefaults(scheme, version.ValidatingAdmissionPolicy, version.ValidatingAdmissionPolicyList)
    addPolicyDefaults(scheme, version.MutatingAdmissionPolicy, version.MutatingAdmissionPolicyList)
    const kinds = [
      [version.ValidatingAdmissionPolicyBinding, version.ValidatingAdmissionPolicyBindingList],
      [version.MutatingAdmissionPolicyBinding, version.MutatingAdmissionPolicyBindingList],
    ] as const
    for (const [type, list] of kinds)
      addBindingDefaults(scheme, { type, list, deniesWithoutParams: version === v1alpha1 })
  }
}

interface Webhook {
  clientConfig?: { service?: { port?: number | undefined } | undefined } | undefined
  failurePolicy?: string | undefined
  matchPolicy?: string | undefined
  namespaceSelector?: LabelSelector | undefined
  objectSelector?: LabelSelector | undefined
  timeoutSeconds?: number | undefined
  sideEffects?: string | undefined
  admissionReviewVersions?: string[] | undefined
  reinvocationPolicy?: string | undefined
  rules?: { scope?: string | undefined }[] | undefined
}

interface WebhookConfiguration extends KubernetesObject {
  webhooks?: Webhook[] | undefined
}

interface WebhookKinds {
  readonly ValidatingWebhookConfiguration: KindClass
  readonly ValidatingWebhookConfigurationList: KindClass
  readonly MutatingWebhookConfiguration: KindClass
  readonly MutatingWebhookConfigurationList: KindClass
}

function addWebhookDefaults(scheme: DefaultsRegistrar, kinds: WebhookKinds, fill: (webhook: Webhook) => void): void {
  withFields<WebhookConfiguration>(scheme, {
    type: kinds.ValidatingWebhookConfiguration,
    list: kinds.ValidatingWebhookConfigurationList,
    fill: ({ webhooks }) => itemsOf(webhooks).forEach(fill),
  })
  withFields<WebhookConfiguration>(scheme, {
    type: kinds.MutatingWebhookConfiguration,
    list: kinds.MutatingWebhookConfigurationList,
    fill: ({ webhooks }) => {
      for (const webhook of itemsOf(webhooks)) {
        fill(webhook)
        webhook.reinvocationPolicy ??= 'Never'
      }
    },
  })
}

function defaultWebhook(webhook: Webhook, byDefault: WebhookDefaults): void {
  webhook.failurePolicy ??= byDefault.failurePolicy
  webhook.matchPolicy ??= byDefault.matchPolicy
  webhook.namespaceSelector ??= {}
  webhook.objectSelector ??= {}
  webhook.timeoutSeconds ??= byDefault.timeoutSeconds
  for (const rule of itemsOf(webhook.rules)) rule.scope ??= '*'
  if (webhook.clientConfig?.service) webhook.clientConfig.service.port ??= httpsPort
}

interface MatchResources {
  matchPolicy?: string | undefined
  namespaceSelector?: LabelSelector | undefined
  objectSelector?: LabelSelector | undefined
  resourceRules?: { scope?: string | undefined }[] | undefined
  excludeResourceRules?: { scope?: string | undefined }[] | undefined
}

interface Policy extends KubernetesObject {
  spec?: { failurePolicy?: string | undefined; matchConstraints?: MatchResources | undefined } | undefined
}

interface Binding extends KubernetesObject {
  spec?:
    | {
        matchResources?: MatchResources | undefined
        paramRef?: { parameterNotFoundAction?: string | undefined } | undefined
      }
    | undefined
}

function addPolicyDefaults(scheme: DefaultsRegistrar, type: KindClass, list: KindClass): void {
  withFields<Policy>(scheme, {
    type,
    list,
    fill: (policy) => {
      policy.spec ??= {}
      policy.spec.failurePolicy ??= 'Fail'
      if (policy.spec.matchConstraints) defaultMatchResources(policy.spec.matchConstraints)
    },
  })
}

interface BindingKinds {
  readonly type: KindClass
  readonly list: KindClass
  /** A binding whose parameters are not found denies by default. */
  readonly deniesWithoutParams: boolean
}

function addBindingDefaults(scheme: DefaultsRegistrar, { type, list, deniesWithoutParams }: BindingKinds): void {
  withFields<Binding>(scheme, {
    type,
    list,
    fill: ({ spec }) => {
      if (spec?.matchResources) defaultMatchResources(spec.matchResources)
      if (deniesWithoutParams && spec?.paramRef) spec.paramRef.parameterNotFoundAction ??= 'Deny'
    },
  })
}

function defaultMatchResources(match: MatchResources): void {
  match.matchPolicy ??= 'Equivalent'
  match.namespaceSelector ??= {}
  match.objectSelector ??= {}
  for (const rule of [...itemsOf(match.resourceRules), ...itemsOf(match.excludeResourceRules)]) rule.scope ??= '*'
}
