import {
  KVStorage,
  type KVStorageOptions,
  type SelectionPredicate,
  type Storage,
  type StorageEvent,
} from '@apimachinery/server/storage'
import type { KV } from '@apimachinery/server/storage/kv'
import type { KubernetesObject } from 'apimachinery/runtime'

/** The objects of these tests. */
export interface Pod extends KubernetesObject {
  metadata: {
    name: string
    namespace: string
    uid?: string
    labels?: Record<string, string>
    resourceVersion?: string
    annotations?: Record<string, string>
  }
  spec?: { nodeName?: string; text?: string }
}

export const podPrefix = '/registry/pods/'

export function podKey(name: string, namespace = 'ns'): string {
  return `${podPrefix}${namespace}/${name}`
}

export function pod(
  name: string,
  more: { namespace?: string; node?: string; labels?: Record<string, string>; text?: string; uid?: string } = {},
): Pod {
  const { namespace = 'ns', node, labels, text, uid } = more
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, ...(labels && { labels }), ...(uid && { uid }) },
    spec: { ...(node && { nodeName: node }), ...(text && { text }) },
  }
}

export const podCodec = {
  decode: (data: Uint8Array): Pod => JSON.parse(new TextDecoder().decode(data)),
  encode: (object: Pod): Uint8Array => new TextEncoder().encode(JSON.stringify(object)),
}

export function podAttributes({ metadata, spec }: Pod) {
  return {
    labels: metadata.labels ?? {},
    fields: {
      'metadata.name': metadata.name,
      'metadata.namespace': metadata.namespace,
      'spec.nodeName': spec?.nodeName ?? '',
    },
  }
}

export function podStorage(kv: KV, more: Partial<KVStorageOptions<Pod>> = {}): Storage<Pod> {
  return new KVStorage<Pod>({ kv, prefix: podPrefix, codec: podCodec, attributes: podAttributes, ...more })
}

export const everything: SelectionPredicate = { empty: true, matches: () => true }

export function onNode(node: string): SelectionPredicate {
  return {
    empty: false,
    matches: ({ fields }) => fields['spec.nodeName'] === node,
    requiredFields: { 'spec.nodeName': node },
  }
}

export function withLabel(name: string, value: string): SelectionPredicate {
  return { empty: false, matches: ({ labels }) => labels[name] === value }
}

/** An event in few words: `ADDED a@5`. */
export function words(event: StorageEvent<Pod>): string {
  if (event.type === 'ERROR') return `ERROR ${(event.error as { code?: string }).code ?? event.error}`
  if (event.type === 'BOOKMARK') return `BOOKMARK @${event.revision}${event.initialEventsEnd ? ' end' : ''}`
  return `${event.type} ${event.stored.object.metadata.name}@${event.stored.revision}`
}
