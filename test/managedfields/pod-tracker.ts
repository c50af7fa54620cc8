import { Pod } from '../../src/api/core/v1/index.js'
import { addToScheme } from '../../src/api/index.js'
import type { JSONObject } from '../../src/json/json-value.js'
import { type FieldManager, type FieldManagerOptions, newDefaultFieldManager } from '../../src/managedfields/index.js'
import { type KubernetesObject, Scheme, Unstructured } from '../../src/runtime/index.js'

export const scheme: Scheme = new Scheme()
addToScheme(scheme)

/** A pod whose metadata is given. */
export function podWith(metadata: JSONObject, others: JSONObject = {}): Unstructured {
  return new Unstructured({ apiVersion: 'v1', kind: 'Pod', metadata, ...others })
}

/** A pod whose labels are the given names. */
export function podWithLabels(...names: readonly string[]): Unstructured {
  return podWith({ labels: Object.fromEntries(names.map((name) => [name, 'true'])) })
}

/** The life of one pod: each request works on the result of the last one, and the clock can be turned. */
export class PodTracker {
  live: KubernetesObject = new Pod()
  now: Date = new Date('2024-01-02T03:04:05Z')
  readonly manager: FieldManager

  constructor(options: Partial<FieldManagerOptions> = {}) {
    this.manager = newDefaultFieldManager({
      kind: Pod.groupVersionKind,
      scheme,
      clock: { now: () => this.now.getTime() },
      ...options,
    })
  }

  apply(config: KubernetesObject, manager: string, force = false): void {
    this.live = this.manager.apply(this.live, config, { manager, force })
  }

  update(next: KubernetesObject, manager: string): void {
    this.live = this.manager.update(this.live, next, { manager })
  }

  tick(): void {
    this.now = new Date(this.now.getTime() + 1000)
  }

  /** `metadata` of the pod, managed fields left out. */
  get metadata(): JSONObject {
    const { managedFields: _, ...metadata } = (this.live as { metadata?: JSONObject }).metadata ?? {}
    return metadata
  }

  get entries(): readonly JSONObject[] {
    const metadata = (this.live as { metadata?: JSONObject }).metadata
    return (metadata?.managedFields ?? []) as JSONObject[]
  }

  get managers(): unknown[] {
    return this.entries.map(({ manager }) => manager)
  }

  /** The `FieldsV1` of a manager. */
  fieldsOf(manager: string): unknown {
    return this.entries.find((entry) => entry.manager === manager)?.fieldsV1
  }
}
