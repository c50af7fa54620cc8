import { podCodecs } from '../payload/pod-codecs.mjs'
import { makePodList } from '../payload/pods.mjs'

const parse = 'JSON.parse'
const stringify = 'JSON.stringify'
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** An operation that reads the list with one of the codecs. */
function decoding(name, codec) {
  return { name, baseline: parse, run: (context) => context[codec].decode(context.bytes).object }
}

export const workload = {
  name: 'JSON, 1,000 pods',
  about: 'A list of 1,000 pods of 7 KB each: from bytes to objects, and from objects to bytes.',
  unit: 'ms',
  async setup() {
    const bytes = encoder.encode(JSON.stringify(makePodList(1000)))
    const context = { bytes, plain: JSON.parse(decoder.decode(bytes)), ...(await podCodecs()) }
    const typed = context.faithful.decode(bytes).object
    const dynamic = context.unstructured.decode(bytes).object
    return { ...context, typed, dynamic }
  },
  operations: [
    { name: parse, run: ({ bytes }) => JSON.parse(decoder.decode(bytes)) },
    decoding('decode, typed, faithful', 'faithful'),
    decoding('decode, typed, JSONCodecFactory', 'small'),
    decoding('decode, typed, strict', 'strict'),
    decoding('decode, typed, canonical', 'canonical'),
    decoding('decode, unstructured', 'unstructured'),
    { name: stringify, run: ({ plain }) => encoder.encode(JSON.stringify(plain)) },
    { name: 'encode, typed', baseline: stringify, run: ({ faithful, typed }) => faithful.encode(typed) },
    { name: 'encode, typed, canonical', baseline: stringify, run: ({ canonical, typed }) => canonical.encode(typed) },
    {
      name: 'encode, unstructured',
      baseline: stringify,
      run: ({ unstructured, dynamic }) => unstructured.encode(dynamic),
    },
  ],
}
