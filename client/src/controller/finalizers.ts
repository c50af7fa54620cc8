import { PatchType } from 'apimachinery/patch'
import type { KubernetesObject } from 'apimachinery/runtime'
import { factsOf } from '../cache/object-facts.js'
import type { Client } from '../client/client.js'
import { ifFound } from '../rest/if-found.js'
import type { ReconcileObjectContext } from './reconcile-context.js'
import type { ReconcileResult } from './reconcile-request.js'

/** Cleans up before an object is deleted. With `requeueAfter` it is not done yet: the finalizer stays, and it is called again. */
export type FinalizeFunction<T extends KubernetesObject> = (
  context: ReconcileObjectContext<T>,
) => Promise<ReconcileResult | undefined> | Promise<void>

/** The finalizers of a controller and what they do. */
export class Finalizers<T extends KubernetesObject> {
  readonly #functions = new Map<string, FinalizeFunction<T>>()

  get size(): number {
    return this.#functions.size
  }

  add(name: string, finalize: FinalizeFunction<T>): void {
    this.#functions.set(name, finalize)
  }

  /** Whether the object is going, and what is to be done is to clean up. */
  isDeleting(object: T): boolean {
    return this.size > 0 && factsOf(object).deletionTimestamp !== undefined
  }

  /** Adds missing finalizers to the object. @returns the object with all of them */
  async ensure(object: T, client: Client): Promise<T> {
    const { finalizers = [] } = factsOf(object)
    const missing = [...this.#functions.keys()].filter((name) => !finalizers.includes(name))
    return missing.length === 0 ? object : patchFinalizers(client, object, [...finalizers, ...missing])
  }

  /** Calls what belongs to the finalizers that the object still has, one after the other, and removes each that is done. */
  async run(context: ReconcileObjectContext<T>): Promise<ReconcileResult | undefined> {
    let { object } = context
    for (const [name, finalize] of this.#functions) {
      const { finalizers = [] } = factsOf(object)
      if (!finalizers.includes(name)) continue
      const result = (await finalize(context)) ?? undefined
      if (result?.requeueAfter !== undefined) return result
      const kept = finalizers.filter((each) => each !== name)
      const patched = await ifFound(patchFinalizers(context.client, object, kept))
      // The cache is stale: the object is deleted already.
      if (patched === undefined) return undefined
      object = patched
    }
    return undefined
  }
}

/** Fails with a conflict when the object has changed: finalizers of others must not get lost. */
function patchFinalizers<T extends KubernetesObject>(client: Client, object: T, finalizers: string[]): Promise<T> {
  const { resourceVersion } = factsOf(object)
  const body = { metadata: { finalizers, resourceVersion } }
  return client.patch(object, { type: PatchType.Merge, body })
}
