import type { JSONObject } from 'apimachinery/json'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { GroupVersionKind, GroupVersionResource } from 'apimachinery/schema'
import type { RequestUser } from '../request/context.js'

/** The operation of a request. Source: `admission.Operation` of k8s.io/apiserver. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/**
 * One decision that admission takes. Mutating plugins change `object` in place or replace it.
 * Source: `admission.Attributes` of k8s.io/apiserver.
 */
export interface AdmissionAttributes {
  readonly operation: Operation
  /** Kind of the request, in its version. */
  readonly kind: GroupVersionKind
  readonly resource: GroupVersionResource
  readonly subresource: string
  readonly namespace: string
  /** Empty while the server has not generated it. */
  readonly name: string
  /** The new object, in its form in memory; the options of a connection; absent for deletions. */
  object?: KubernetesObject | undefined
  /** The stored object, which must not be changed; absent for creations. */
  readonly oldObject?: KubernetesObject | undefined
  /** `CreateOptions`, `UpdateOptions`, `DeleteOptions`; absent for connections. */
  readonly options?: KubernetesObject | undefined
  readonly dryRun: boolean
  readonly user?: RequestUser | undefined
  /** Between objects in memory and their JSON in some version. */
  readonly objects: ObjectInterfaces
  /** Survives from the first pass of mutating plugins to the second. */
  readonly reinvocation: ReinvocationContext
}

/** How webhooks and policies see objects. Source: `ObjectInterfaces` of k8s.io/apiserver. */
export interface ObjectInterfaces {
  /**
   * The JSON of an object in a version; the caller may change it. Rejects with MachineryError for a version that it cannot be
   * converted to.
   */
  contentIn(object: KubernetesObject, kind: GroupVersionKind): Promise<JSONObject>
  /** Converts JSON of a version to the object in memory, with defaults. Rejects for fields of the wrong type, and failed conversions. */
  objectFrom(content: JSONObject, kind: GroupVersionKind): Promise<KubernetesObject>
  /**
   * The JSON of an object with a configuration merged into it, as server-side apply does. @throws MachineryError for what does
   * not conform to the kind, or changes an atomic list, map or struct.
   */
  applyConfiguration(content: JSONObject, configuration: JSONObject, kind: GroupVersionKind): JSONObject
}

/** Shared state of mutating plugins for a second pass. Source: `ReinvocationContext` of k8s.io/apiserver. */
export class ReinvocationContext {
  readonly #values = new Map<string, unknown>()
  /** A plugin changed something that earlier plugins may have to check again. */
  shouldReinvoke = false
  /** The second pass is running. */
  isReinvoke = false

  /** The state of a plugin, by its name. */
  value(plugin: string): unknown {
    return this.#values.get(plugin)
  }

  setValue(plugin: string, value: unknown): void {
    this.#values.set(plugin, value)
  }
}

/** Facts of {@link newAdmissionAttributes}. */
export type AdmissionFacts = Omit<AdmissionAttributes, 'reinvocation'>

/** Attributes for one request; pass them to the mutating and then to the validating plugins. */
export function newAdmissionAttributes(facts: AdmissionFacts): AdmissionAttributes {
  return { ...facts, reinvocation: new ReinvocationContext() }
}
