import type { Lister } from '@apimachinery/client/cache'
import type { Namespace } from 'apimachinery/api/core/v1'
import type { AffinityTerm } from '../../matching/affinity-term.js'

/** The labels of namespaces, for terms that select pods by them. */
export class NamespaceLabels {
  readonly #lister: Lister<Namespace>

  constructor(lister: Lister<Namespace>) {
    this.#lister = lister
  }

  /** The labels of a namespace; none if it is not known. */
  of(namespace: string): Readonly<Record<string, string>> {
    return this.#lister.get(namespace)?.metadata?.labels ?? {}
  }

  /** Terms of a pod that is to be scheduled, which name the namespaces that they select. */
  resolve<T extends AffinityTerm>(terms: readonly T[]): T[] {
    return terms.map((term) => {
      const { namespaceSelector } = term
      if (namespaceSelector.isEmpty() || !namespaceSelector.requirements().selectable) return term
      const selected = this.#lister.list(namespaceSelector).map(({ metadata }) => metadata?.name ?? '')
      return { ...term, namespaces: new Set([...term.namespaces, ...selected]) }
    })
  }
}
