import type { ValidatingWebhookConfiguration } from 'apimachinery/api/admissionregistration/v1'
import type { RequestContext } from '../../request/request-context.js'
import type { AdmissionAttributes } from '../attributes.js'
import { type VersionedRequest, VersionedRequests } from '../cel/request-variables.js'
import { isAdmissionConfiguration } from '../match-rules.js'
import type { AdmissionPlugin } from '../plugin.js'
import { type Hook, HookSource } from './hook.js'
import { observedCall, requestFor, type WebhookEnvironment } from './webhooks.js'

/**
 * Calls the validating webhooks concurrently; the first refusal in order is returned.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/validating.
 */
export function validatingWebhooks(
  configurations: () => Iterable<ValidatingWebhookConfiguration>,
  environment: WebhookEnvironment,
): AdmissionPlugin {
  const source = new HookSource(configurations)
  return {
    handles: () => true,
    async validate(attributes, context) {
      const hooks = source.hooks()
      if (hooks.length === 0 || isAdmissionConfiguration(attributes)) return
      const calls = await callsFor(hooks, attributes, environment)
      const results = await Promise.allSettled(
        calls.map((call, index) => validateWith(call, context, { index, environment })),
      )
      for (const result of results) if (result.status === 'rejected') throw result.reason
    },
  }
}

interface Call {
  readonly hook: Hook
  readonly request: VersionedRequest
}

async function callsFor(
  hooks: readonly Hook[],
  attributes: AdmissionAttributes,
  environment: WebhookEnvironment,
): Promise<Call[]> {
  const calls: Call[] = []
  const versions = new VersionedRequests(attributes)
  for (const hook of hooks) {
    const request = await requestFor(hook, attributes, { ...environment, type: 'validating', versions })
    if (request !== undefined) calls.push({ hook, request })
  }
  return calls
}

async function validateWith(
  { hook, request }: Call,
  context: RequestContext,
  { index, environment }: { readonly index: number; readonly environment: WebhookEnvironment },
): Promise<void> {
  const { client } = environment
  const result = await observedCall({ hook, request, client, mutating: false }, context, environment)
  if (!('failedOpen' in result)) return
  context.audit?.annotate(`failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`, hook.name)
}
