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
  { pod, namespace, name }: SimulatedContainer,
  messages: NoEntryMessages,
): E {
  const podName = { namespace, name: pod.metadata?.name ?? '' }
  const entry = findEntry(rules, { pod: podName, key: name, keysOf: ({ containers }) => containers })
  if (typeof entry === 'object') return entry
  const place = `container ${JSON.stringify(name)} in pod ${JSON.stringify(`${namespace}/${podName.name}`)}`
  throw new Error(`${messages[entry]} for ${place}`)
}
