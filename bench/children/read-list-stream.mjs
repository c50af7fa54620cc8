// Reads a list of as many pods as the first argument says from a stream, and prints how long that took and how much memory
// was resident at most. A process of its own, so that nothing else counts.
import { loadEntry } from '../harness/modules.mjs'
import { podListStream } from '../payload/pod-list-stream.mjs'

const count = Number(process.argv[2])
const { decodeListStream } = await loadEntry('./runtime/serializer/streaming')
const { JSONCodecFactory, Scheme } = await loadEntry('./runtime')
const { addToScheme } = await loadEntry('./api/core/v1')
const scheme = new Scheme()
addToScheme(scheme)
const decoder = new JSONCodecFactory(scheme).universalDeserializer()

let bytes = 0
async function* counted() {
  for await (const chunk of podListStream(count)) {
    bytes += chunk.length
    yield chunk
  }
}

const started = performance.now()
let items = 0
for await (const pod of decodeListStream(counted(), { decoder })) if (pod.kind === 'Pod') items++
const milliseconds = performance.now() - started
if (items !== count) throw new Error(`${items} items instead of ${count}`)
// Kilobytes on all systems.
const residentMB = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ milliseconds, residentMB, megabytes: bytes / 1e6 }))
