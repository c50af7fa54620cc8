import type { LabelSelector } from '../../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

const httpsPort = 443

/** Differences between versions of webhook configurations. */
interface WebhookDefaults {
  readonly failurePolicy: string
  readonly matchPolicy: string
  readonly timeoutSeconds: number
}

const stable: WebhookDefaults = { failurePolicy: 'Fail', matchPolicy: 'Equivalent', timeoutSeconds: 10 }
const beta: WebhookDefaults = { failurePolicy: 'Ignore', matchPolicy: 'Exact', timeoutSeconds: 30 }

/** Registers the defaults of webhook configurations. */
export function addWebhookConfigurationDefaults(scheme: DefaultsRegistrar): void {
  addWebhookDefaults(scheme, v1, (webhook) => defaultWebhook(webhook, stable))
  addWebhookDefaults(scheme, v1beta1, (webhook) => {
    defaultWebhook(webhook, beta)
    webhook.sideEffects ??= 'Unknown'
    if ((webhook.admissionReviewVersions ?? []).length === 0) webhook.admissionReviewVersions = ['v1beta1']
  })
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

function addWebhookDefaults(
  scheme: DefaultsRegistrar,
  kinds: typeof v1 | typeof v1beta1,
  fill: (webhook: Webhook) => void,
): void {
  withFields<WebhookConfiguration>(scheme, [kinds.ValidatingWebhookConfiguration], ({ webhooks }) =>
    itemsOf(webhooks).forEach(fill),
  )
  withFields<WebhookConfiguration>(scheme, [kinds.MutatingWebhookConfiguration], ({ webhooks }) => {
    for (const webhook of itemsOf(webhooks)) {
      fill(webhook)
      webhook.reinvocationPolicy ??= 'Never'
    }
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
