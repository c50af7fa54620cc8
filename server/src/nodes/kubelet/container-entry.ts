import { findEntry, type PodRule } from '../pod-rules/pod-rules.js'
import type { SimulatedContainer } from './simulated-containers.js'

/** The beginnings of messages: a document about the pod has no entry, or no document has one. */
export interface NoEntryMessages {
  readonly noEntry: string
  readonly noRule: string
}

/** What a configuration says about a container. @throws Error in the words of kwok if that is nothing */
export function containerEntry<E extends { readonly containers: readonly string[] }>(
  rules: readonly PodRule<E>[],
  container: SimulatedContainer,
  messages: NoEntryMessages,
): E {
  const { pod, namespace, name } = container
  const podName = { namespace, name: pod.metadata?.name ?? '' }
  const entry = findEntry(rules, { pod: podName, key: name, keysOf: ({ containers }) => containers })
  if (typeof entry === 'object') return entry
  throw new Error(`${messages[entry]} for ${placeOf(container)}`)
}

/** A container as messages name it. */
export function placeOf({ pod, namespace, name }: SimulatedContainer): string {
  return `container ${JSON.stringify(name)} in pod ${JSON.stringify(`${namespace}/${pod.metadata?.name ?? ''}`)}`
}
