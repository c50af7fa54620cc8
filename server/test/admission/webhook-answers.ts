import {
  type MutatingWebhook,
  MutatingWebhookConfiguration,
  type ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from 'apimachinery/api/admissionregistration/v1'
import { isStatusError } from 'apimachinery/errors'
import type { JSONObject } from 'apimachinery/json'
import { FakeClock } from 'apimachinery/testing'
import type { AdmissionAttributes } from '../../src/admission/attributes.js'
import type { ConditionEvaluation, ConditionOwner } from '../../src/admission/cel/match-conditions.js'
import { mutatingWebhooks } from '../../src/admission/webhook/mutating-webhooks.js'
import type { WebhookObservation } from '../../src/admission/webhook/observer.js'
import { validatingWebhooks } from '../../src/admission/webhook/validating-webhooks.js'
import type { WebhookEnvironment } from '../../src/admission/webhook/webhooks.js'
import { RequestLatencies } from '../../src/request/request-latencies.js'
import { byName, listening, mapRequest, namespaces } from './map-request.js'

export const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }]
export const hook = (name: string, more: object = {}): MutatingWebhook & ValidatingWebhook => ({
  name,
  clientConfig: { url: `https://hooks/${name}` },
  rules,
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  namespaceSelector: {},
  objectSelector: {},
  ...more,
})

export type Answer = JSONObject | Error | ((review: JSONObject) => JSONObject)
interface Called {
  readonly url: string
  readonly timeoutSeconds: number
  readonly review: JSONObject
}

/** Webhooks that answer what `answers` has for their names; `{ allowed: true }` without. */
export function environmentOf(answers: Record<string, Answer>) {
  const calls: Called[] = []
  const observed: Omit<WebhookObservation, 'seconds'>[] = []
  const conditions: [ConditionOwner, Omit<ConditionEvaluation, 'seconds'>][] = []
  const took: number[] = []
  const clock = new FakeClock(0)
  const client = {
    async call({ config, body, timeoutSeconds }: { config: { url: string }; body: string; timeoutSeconds: number }) {
      const review = JSON.parse(body)
      calls.push({ url: config.url, timeoutSeconds, review: review.request })
      const answer = answers[config.url.slice('https://hooks/'.length)] ?? { allowed: true }
      if (answer instanceof Error) throw answer
      clock.step(250)
      const response = typeof answer === 'function' ? answer(review.request) : answer
      return { ...review, response: { uid: review.request.uid, ...response } }
    },
  }
  const environment = {
    namespaces,
    equivalents: () => [],
    authorizer: byName,
    client,
    clock,
    observe: ({ seconds, ...rest }: WebhookObservation) => {
      took.push(seconds)
      observed.push(rest)
    },
    observeConditions: (owner: ConditionOwner, { seconds: _, ...rest }: ConditionEvaluation) =>
      conditions.push([owner, rest]),
  } as unknown as WebhookEnvironment
  return { environment, calls, observed, took, conditions }
}

export const patched = (...operations: JSONObject[]): JSONObject => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
})
export const setting = (key: string, value: string): JSONObject => patched({ op: 'add', path: `/data/${key}`, value })

export async function outcome(run: Promise<void> | undefined): Promise<{ code?: number; message: string } | 'allowed'> {
  try {
    await run
    return 'allowed'
  } catch (error) {
    if (!isStatusError(error)) throw error
    const { code, message = '' } = error.status
    return { message, ...(code !== undefined && { code }) }
  }
}

export async function mutated(
  webhooks: readonly MutatingWebhook[],
  answers: Record<string, Answer>,
  attributes: AdmissionAttributes = mapRequest({ a: '1' }),
) {
  const { environment, ...seen } = environmentOf(answers)
  const configuration = new MutatingWebhookConfiguration({ metadata: { name: 'c' }, webhooks: [...webhooks] })
  const plugin = mutatingWebhooks(() => [configuration], environment)
  const heard = listening({ latencies: new RequestLatencies() })
  const first = await outcome(plugin.admit?.(attributes, heard.context))
  return { ...seen, ...heard, first, attributes, plugin }
}

export async function validated(
  webhooks: readonly ValidatingWebhook[],
  answers: Record<string, Answer>,
  attributes: AdmissionAttributes = mapRequest({ a: '1' }),
) {
  const { environment, ...seen } = environmentOf(answers)
  const configuration = new ValidatingWebhookConfiguration({ metadata: { name: 'c' }, webhooks: [...webhooks] })
  const plugin = validatingWebhooks(() => [configuration], environment)
  const heard = listening()
  const result = await outcome(plugin.validate?.(attributes, heard.context))
  return { ...seen, ...heard, result }
}
