import type { ConfigurationField } from '../document/configuration-field.js'
import type { PodName, PodRule } from './pod-rules.js'

/** How the entries of a kind are read. */
export interface EntryReader<E> {
  /** The list in `spec`. */
  readonly list: string
  readonly read: (entry: ConfigurationField) => E
}

/** Reads a document about one pod, which has the name of the pod. @throws InvalidField */
export function readRuleForOne<E>(document: ConfigurationField, { list, read }: EntryReader<E>): PodRule<E> {
  const metadata = document.member('metadata')
  const name = metadata.member('name').requiredText()
  const namespace = metadata.member('namespace').text() || 'default'
  const spec = document.member('spec').members([list])
  const matches = (pod: PodName): boolean => pod.name === name && pod.namespace === namespace
  return { isForOne: true, matches, entries: entriesOf(spec[list]!, read) }
}

/** Reads a document about the pods that it selects by names and namespaces; all of them without a selector. @throws InvalidField */
export function readRuleForMany<E>(document: ConfigurationField, { list, read }: EntryReader<E>): PodRule<E> {
  const spec = document.member('spec').members(['selector', list])
  const { matchNamespaces, matchNames } = spec.selector!.members(['matchNamespaces', 'matchNames'])
  const [namespaces, names] = [readTexts(matchNamespaces), readTexts(matchNames)]
  const matches = ({ namespace, name }: PodName): boolean =>
    (namespaces.length === 0 || namespaces.includes(namespace)) && (names.length === 0 || names.includes(name))
  return { isForOne: false, matches, entries: entriesOf(spec[list]!, read) }
}

function entriesOf<E>(list: ConfigurationField, read: EntryReader<E>['read']): readonly E[] {
  return list.items().map(read)
}

/** A list of texts. @throws InvalidField */
export function readTexts(field: ConfigurationField): readonly string[] {
  return field.items().map((item) => item.requiredText())
}
