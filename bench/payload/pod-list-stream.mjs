import { makePod } from './pods.mjs'
import { Random } from './random.mjs'

const chunkSize = 65_536
const differentPods = 1000

function joined(parts, length) {
  const chunk = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    chunk.set(part, at)
    at += part.length
  }
  return chunk
}

/** A JSON list of `count` pods of 7–8 KB, made while it is read, in chunks of at least 64 KiB. The pods repeat. */
export async function* podListStream(count) {
  const encoder = new TextEncoder()
  const random = new Random(42)
  const pods = Array.from({ length: Math.min(count, differentPods) }, (_, index) => {
    const { kind, apiVersion, ...item } = makePod(random, index)
    return encoder.encode(JSON.stringify(item))
  })
  let parts = [encoder.encode('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[')]
  let length = parts[0].length
  const comma = encoder.encode(',')
  for (let i = 0; i < count; i++) {
    const pod = pods[i % pods.length]
    if (i > 0) parts.push(comma)
    parts.push(pod)
    length += pod.length + (i > 0 ? 1 : 0)
    if (length < chunkSize) continue
    yield joined(parts, length)
    parts = []
    length = 0
  }
  parts.push(encoder.encode(']}\n'))
  yield joined(parts, length + 3)
}
