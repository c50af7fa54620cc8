import { podCodecs } from '../payload/pod-codecs.mjs'
import { makePodList } from '../payload/pods.mjs'
import { Random } from '../payload/random.mjs'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const counts = [1000, 10_000]
const smallCounts = [1000, 10_000, 100_000]

function makeConfigMapList(count) {
  const random = new Random(11)
  const items = Array.from({ length: count }, (_, index) => ({
    metadata: {
      ...{ name: `settings-${index}`, namespace: 'default', uid: random.uuid() },
      ...{ resourceVersion: String(184000000 + index * 37), creationTimestamp: random.time() },
      labels: { app: random.text(8), 'app.kubernetes.io/name': random.text(6) },
    },
    data: { 'app.conf': random.text(100), level: 'info' },
  }))
  return { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '7' }, items }
}

/** Microseconds an object takes, in lists of growing length; collecting garbage counts, as it is what grows. */
function perObject({ title, of, lengths, run }) {
  const name = (count) => `${title}, ${count.toLocaleString('en')} ${of}`
  return lengths.map((count, index) => ({
    name: name(count),
    ...(index > 0 && { baseline: name(lengths[0]) }),
    measure(context) {
      const { bytes, object } = context[of](count)
      globalThis.gc?.()
      const times = Math.max(1, 10_000 / count)
      const started = performance.now()
      for (let i = 0; i < times; i++) context.last = run(context, { bytes, object })
      return ((performance.now() - started) * 1000) / (count * times)
    },
  }))
}

function remembering(make, codec) {
  const known = new Map()
  return (count) => {
    if (!known.has(count)) {
      const bytes = encoder.encode(JSON.stringify(make(count)))
      known.set(count, { bytes, object: codec.decode(bytes).object })
    }
    return known.get(count)
  }
}

const operations = [
  { title: 'JSON.parse', run: (_, { bytes }) => JSON.parse(decoder.decode(bytes)) },
  { title: 'decode, typed', run: ({ faithful }, { bytes }) => faithful.decode(bytes).object },
  { title: 'encode, typed', run: ({ faithful }, { object }) => faithful.encode(object) },
  { title: 'deep copy', run: (_, { object }) => object.deepCopy() },
]

export const workload = {
  name: 'Growth',
  about:
    'Time per object in lists of 1,000, 10,000 and 100,000: pods of 7 KB up to 10,000 (73 MB), config maps of 400 bytes up to 100,000. A ratio of 1 means that the time grows with the size and no faster; what it grows beyond is the collector, which copies what survives. Lists larger than the longest string of the engine (512 MB) are read from a stream, see below.',
  unit: 'µs',
  rounds: 5,
  async setup() {
    const codecs = await podCodecs()
    return {
      ...codecs,
      pods: remembering(makePodList, codecs.faithful),
      'config maps': remembering(makeConfigMapList, codecs.faithful),
    }
  },
  operations: operations.flatMap((operation) => [
    ...perObject({ ...operation, of: 'pods', lengths: counts }),
    ...perObject({ ...operation, of: 'config maps', lengths: smallCounts }),
  ]),
}
