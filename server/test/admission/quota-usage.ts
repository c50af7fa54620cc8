import { Pod } from 'apimachinery/api/core/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { AdmissionAttributes } from '../../src/admission/attributes.js'
import type { QuotaEvaluator } from '../../src/admission/plugins/resource-quota/evaluator.js'
import { toResourceList } from '../../src/admission/resource-amounts.js'

/** What an object uses, as it is written. */
export const usageOf = (evaluator: QuotaEvaluator, object: KubernetesObject): unknown => {
  const usage = toResourceList(evaluator.usage(object))
  return Object.fromEntries(Object.entries(usage).map(([name, amount]) => [name, String(amount)]))
}
/** Whether a request, an update unless it says otherwise, is one that an evaluator looks at. */
export const handles = (evaluator: QuotaEvaluator, attributes: object): boolean =>
  evaluator.handles({ subresource: '', operation: 'UPDATE', ...attributes } as AdmissionAttributes)

export type Amounts = Record<string, string>
export interface Resources {
  readonly requests?: Amounts
  readonly limits?: Amounts
}
export const containers = (...resources: (Resources & { name?: string })[]) =>
  resources.map(({ name = '', ...each }) => ({ name, resources: each }))
export const podOf = (spec: object, more: object = {}): Pod =>
  new Pod({ spec: { containers: [], ...spec }, ...more } as object)
