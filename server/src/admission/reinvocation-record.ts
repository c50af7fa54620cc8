import { isDeepStrictEqual } from 'node:util'
import type { JSONObject } from 'apimachinery/json'
import type { AdmissionAttributes, ReinvocationContext } from './attributes.js'
import { contentOf } from './cel/request-variables.js'

/**
 * What webhooks or policies that change objects remember from the first pass to the second: who wants to look again when others
 * have changed something after it.
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
    if (!isDeepStrictEqual(now, this.#output)) this.#wantAll()
  }

  /** Call it after a pass. */
  end({ object, reinvocation }: AdmissionAttributes): void {
    // In the second pass nobody asks any more.
    if (!reinvocation.isReinvoke && object !== undefined) this.#output = contentOf(object)
  }

  /** Whether one that was invoked in the first pass looks again in the second. */
  wants(uid: string): boolean {
    return this.#wanted.has(uid)
  }

  /** One has looked that wants to look again when others change something. */
  addReinvocable(uid: string): void {
    this.#invoked.add(uid)
  }

  /** Something was changed: those that have looked before want to look again. */
  requireReinvocation(reinvocation: ReinvocationContext): void {
    this.#wantAll()
    reinvocation.shouldReinvoke = true
  }

  #wantAll(): void {
    for (const uid of this.#invoked) this.#wanted.add(uid)
    this.#invoked = new Set()
  }
}
