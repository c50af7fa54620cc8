import { isDeepStrictEqual } from 'node:util'
import type { JSONObject } from 'apimachinery/json'
import type { AdmissionAttributes, ReinvocationContext } from './attributes.js'
import { contentOf } from './cel/request-variables.js'

/**
 * State of mutating webhooks or policies between the first pass and the second: which ones to call again if others changed
 * something after them.
 *
 * Source: `webhookReinvokeContext` of k8s.io/apiserver/pkg/admission/plugin/webhook/mutating.
 */
export class ReinvocationRecord {
  #output: JSONObject | undefined
  #invoked = new Set<string>()
  readonly #wanted = new Set<string>()

  /** The record of a plugin in this request. */
  static of(reinvocation: ReinvocationContext, plugin: string): ReinvocationRecord {
    const known = reinvocation.value(plugin)
    if (known instanceof ReinvocationRecord) return known
    const record = new ReinvocationRecord()
    reinvocation.setValue(plugin, record)
    return record
  }

  /** Call it before a pass: in the second one all look again where other plugins have changed the object since. */
  begin({ object, reinvocation }: AdmissionAttributes): void {
    if (!reinvocation.isReinvoke) return
    const now = object === undefined ? undefined : contentOf(object)
    if (!isDeepStrictEqual(now, this.#output)) this.#requireAll()
  }

  /** Call it after a pass. */
  end({ object, reinvocation }: AdmissionAttributes): void {
    // There is no third pass.
    if (!reinvocation.isReinvoke && object !== undefined) this.#output = contentOf(object)
  }

  /** Whether one that was invoked in the first pass looks again in the second. */
  wants(uid: string): boolean {
    return this.#wanted.has(uid)
  }

  /** Records a webhook that is called again if others change something later. */
  addReinvocable(uid: string): void {
    this.#invoked.add(uid)
  }

  /** Something was changed: earlier recorded ones are called again. */
  requireReinvocation(reinvocation: ReinvocationContext): void {
    this.#requireAll()
    reinvocation.shouldReinvoke = true
  }

  #requireAll(): void {
    for (const uid of this.#invoked) this.#wanted.add(uid)
    this.#invoked = new Set()
  }
}
