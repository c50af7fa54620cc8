import { loadServerEntry } from '../harness/server-modules.mjs'
import { makePod } from './pods.mjs'
import { Random } from './random.mjs'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const podPrefix = '/registry/pods/'
export const everything = { empty: true, matches: () => true }

export function podKey(index) {
  return `${podPrefix}default/pod-${String(index).padStart(6, '0')}`
}

/** Values as a codec of JSON writes them, and reads them. */
export const podCodec = {
  decode: (bytes) => JSON.parse(decoder.decode(bytes)),
  encode: (object) => encoder.encode(JSON.stringify(object)),
}

/** `count` pods of about 8 KB. */
export function makePods(count) {
  const random = new Random(7)
  return Array.from({ length: count }, (_, index) => {
    const pod = makePod(random, index)
    const { resourceVersion, ...metadata } = pod.metadata
    return { ...pod, metadata: { ...metadata, name: `pod-${String(index).padStart(6, '0')}`, namespace: 'default' } }
  })
}

/** A storage of pods over a store. */
export async function podStorage(kv) {
  const { KVStorage } = await loadServerEntry('./storage')
  const attributes = ({ metadata, spec }) => ({
    labels: metadata.labels ?? {},
    fields: { 'metadata.name': metadata.name, 'spec.nodeName': spec?.nodeName ?? '' },
  })
  return new KVStorage({ kv, prefix: podPrefix, codec: podCodec, attributes })
}

/** Writes pods, several at a time. */
export async function fill(storage, pods) {
  for (let at = 0; at < pods.length; at += 100) {
    const group = pods.slice(at, at + 100)
    await Promise.all(group.map((pod, index) => storage.create(podKey(at + index), pod)))
  }
}
