import { isDeepStrictEqual } from 'node:util'
import type { MutatingWebhook, MutatingWebhookConfiguration } from 'apimachinery/api/admissionregistration/v1'
import { messageOf, newInternalError } from 'apimachinery/errors'
import { type JSONValue, parseJSON } from 'apimachinery/json'
import { jsonPatch } from 'apimachinery/patch'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { RequestContext } from '../../request/request-context.js'
import { AdmissionError } from '../admission-error.js'
import type { AdmissionAttributes } from '../attributes.js'
import { contentOf, type VersionedRequest, VersionedRequests } from '../cel/request-variables.js'
import { isAdmissionConfiguration } from '../match-rules.js'
import type { AdmissionPlugin } from '../plugin.js'
import { ReinvocationRecord } from '../reinvocation-record.js'
import { CallingWebhookError } from './call-hook.js'
import { type Hook, HookSource } from './hook.js'
import type { ReviewResponse } from './review.js'
import { observedCall, requestFor, type WebhookEnvironment } from './webhooks.js'

const pluginName = 'MutatingAdmissionWebhook'

/**
 * Calls the mutating webhooks one after the other, each with the result of the previous one.
 *
 * Source: k8s.io/apiserver/pkg/admission/plugin/webhook/mutating.
 */
export function mutatingWebhooks(
  configurations: () => Iterable<MutatingWebhookConfiguration>,
  environment: WebhookEnvironment,
): AdmissionPlugin {
  const source = new HookSource(configurations)
  return {
    handles: () => true,
    async admit(attributes, context) {
      const hooks = source.hooks()
      if (hooks.length === 0 || isAdmissionConfiguration(attributes)) return
      const record = ReinvocationRecord.of(attributes.reinvocation, pluginName)
      record.begin(attributes)
      const versions = new VersionedRequests(attributes)
      for (const [index, hook] of hooks.entries()) {
        if (attributes.reinvocation.isReinvoke && !record.wants(hook.uid)) continue
        const request = await requestFor(hook, attributes, { ...environment, type: 'admit', versions })
        if (request !== undefined)
          await mutateWith({ hook, request, index, record }, attributes, { context, environment })
      }
      record.end(attributes)
    },
  }
}

interface Turn {
  readonly hook: Hook
  readonly request: VersionedRequest
  readonly index: number
  readonly record: ReinvocationRecord
}

async function mutateWith(
  { hook, request, index, record }: Turn,
  attributes: AdmissionAttributes,
  { context, environment }: { readonly context: RequestContext; readonly environment: WebhookEnvironment },
): Promise<void> {
  const key = `round_${attributes.reinvocation.isReinvoke ? 1 : 0}_index_${index}`
  const names = { configuration: hook.configuration, webhook: hook.name }
  let mutated = false
  try {
    const { client } = environment
    const result = await observedCall({ hook, request, client, mutating: true }, context, environment)
    if ('failedOpen' in result) {
      context.audit?.annotate(`failed-open.mutation.webhook.admission.k8s.io/${key}`, hook.name)
    } else if (result.patch !== undefined) {
      const patch = patchOf(hook, result)
      if (patch === undefined) {
        context.audit?.annotate(`failed-open.mutation.webhook.admission.k8s.io/${key}`, hook.name)
      } else if (patch.length > 0) {
        mutated = await applyPatch(patch, { hook, request }, attributes)
        const value = { ...names, patch, patchType: 'JSONPatch' }
        context.audit?.annotate(`patch.webhook.admission.k8s.io/${key}`, JSON.stringify(value))
      }
    }
  } finally {
    context.audit?.annotate(`mutation.webhook.admission.k8s.io/${key}`, JSON.stringify({ ...names, mutated }))
  }
  if (mutated) record.requireReinvocation(attributes.reinvocation)
  if ((hook.webhook as MutatingWebhook).reinvocationPolicy === 'IfNeeded') record.addReinvocable(hook.uid)
}

/** The operations of a patch; `undefined` for one that cannot be read and is let pass. */
function patchOf({ name, webhook }: Hook, response: ReviewResponse): JSONValue[] | undefined {
  try {
    return operationsOf(response)
  } catch (error) {
    if (webhook.failurePolicy === 'Ignore') return undefined
    throw new CallingWebhookError(name, messageOf(error)).toStatusError()
  }
}

function operationsOf({ patch, patchType }: ReviewResponse): JSONValue[] {
  let content: JSONValue
  try {
    content = parseJSON(patch ?? Buffer.alloc(0))
  } catch (error) {
    throw new AdmissionError(`received undecodable patch in webhook response: ${messageOf(error)}`)
  }
  if (!Array.isArray(content))
    throw new AdmissionError('received undecodable patch in webhook response: no list of operations')
  if (patchType !== 'JSONPatch') throw new AdmissionError(`unsupported patch type ${JSON.stringify(patchType)}`)
  return content
}

async function applyPatch(
  patch: JSONValue[],
  { hook, request }: { readonly hook: Hook; readonly request: VersionedRequest },
  attributes: AdmissionAttributes,
): Promise<boolean> {
  const { object } = attributes
  if (object === undefined || request.object === null) {
    const name = JSON.stringify(hook.name)
    const reason = `admission webhook ${name} attempted to modify the object, which is not supported for this operation`
    throw newInternalError(new Error(reason))
  }
  try {
    // Operations of another shape are refused when they are applied.
    const patched = jsonPatch(request.object, patch as never)
    const changed = await attributes.objects.objectFrom(patched, request.matched.kind)
    const mutated = !isSame(object, changed)
    attributes.object = changed
    return mutated
  } catch (error) {
    throw newInternalError(error)
  }
}

function isSame(a: KubernetesObject, b: KubernetesObject): boolean {
  return isDeepStrictEqual(contentOf(a), contentOf(b))
}
