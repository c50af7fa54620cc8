import type { ConfigurationField } from '../document/configuration-field.js'
import { usageByAnnotations } from './default-usage.js'
import type { PodUsage, UsageConfiguration } from './pod-usage.js'
import { readClusterUsage, readPodUsage } from './read-usage.js'

/** Collects the documents about usage of a configuration. */
export class UsageReader {
  readonly #pods: PodUsage[] = []
  readonly #cluster: PodUsage[] = []

  /** Where no document is about pods in general, their annotations say what they use; `undefined` without any document. */
  get configuration(): UsageConfiguration | undefined {
    if (this.#pods.length === 0 && this.#cluster.length === 0) return undefined
    return this.#cluster.length === 0
      ? { ...usageByAnnotations(), pods: this.#pods }
      : { pods: this.#pods, cluster: this.#cluster }
  }

  /** Reads a document of `kwok.x-k8s.io`; `false` for one of another kind. @throws InvalidField */
  read(document: ConfigurationField, kind: string): boolean {
    if (kind === 'ResourceUsage') this.#pods.push(readPodUsage(document))
    else if (kind === 'ClusterResourceUsage') this.#cluster.push(readClusterUsage(document))
    else return false
    return true
  }
}
