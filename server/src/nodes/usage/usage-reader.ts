import type { ConfigurationField } from '../document/configuration-field.js'
import type { PodRule } from '../pod-rules/pod-rules.js'
import { readRuleForMany, readRuleForOne } from '../pod-rules/rule-document.js'
import { usageByAnnotations } from './default-usage.js'
import type { ContainerUsage, UsageConfiguration } from './pod-usage.js'
import { usageReader } from './read-usage.js'

/** Collects the documents about usage of a configuration. */
export class UsageReader {
  readonly #rules: PodRule<ContainerUsage>[] = []

  /** Where no document is about pods in general, their annotations say what they use; `undefined` without any document. */
  get configuration(): UsageConfiguration | undefined {
    if (this.#rules.length === 0) return undefined
    return this.#rules.every(({ isForOne }) => isForOne) ? [...this.#rules, ...usageByAnnotations()] : this.#rules
  }

  /** Reads a document of `kwok.x-k8s.io`; `false` for one of another kind. @throws InvalidField */
  read(document: ConfigurationField, kind: string): boolean {
    if (kind === 'ResourceUsage') this.#rules.push(readRuleForOne(document, usageReader))
    else if (kind === 'ClusterResourceUsage') this.#rules.push(readRuleForMany(document, usageReader))
    else return false
    return true
  }
}
