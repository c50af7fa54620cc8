import { goOnDocument, goProgram } from '../harness/go.mjs'
import { clientNode, kubernetesModel } from '../harness/peers.mjs'
import { podCodecs } from '../payload/pod-codecs.mjs'
import { makePodList } from '../payload/pods.mjs'

const parse = 'JSON.parse'
const stringify = 'JSON.stringify'
const names = {
  faithful: 'decode, typed, faithful',
  strict: 'decode, typed, strict',
  unstructured: 'decode, unstructured',
  encode: 'encode, typed',
  canonical: 'encode, typed, canonical',
}
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** An operation that reads the list with one of the codecs. */
function decoding(name, codec) {
  return { name, baseline: parse, run: (context) => context[codec].decode(context.bytes).object }
}

const document = ({ bytes }) => bytes
const goDecoding = (name, baseline, load) =>
  goOnDocument(name, baseline, { document, load: { format: 'json', ...load } })
const goEncoding = (name, baseline, load) =>
  goOnDocument(name, baseline, {
    document,
    load: { format: 'json', ...load },
    request: { op: 'bench.codec', to: 'json' },
  })

function asModels(Model, bytes) {
  const list = JSON.parse(decoder.decode(bytes))
  list.items = list.items.map((item) => new Model(item))
  return list
}

const peers = [
  {
    name: 'client-node decode',
    baseline: names.faithful,
    when: ({ client }) => client,
    run: ({ client, bytes }) => client.ObjectSerializer.deserialize(JSON.parse(decoder.decode(bytes)), 'V1PodList'),
  },
  {
    name: 'client-node encode',
    baseline: names.encode,
    when: ({ client }) => client,
    run: ({ client, ofClient }) =>
      encoder.encode(JSON.stringify(client.ObjectSerializer.serialize(ofClient, 'V1PodList'))),
  },
  {
    name: 'kubernetes-models decode, nothing checked',
    baseline: names.faithful,
    when: ({ Model }) => Model,
    run: ({ Model, bytes }) => asModels(Model, bytes),
  },
  {
    name: 'kubernetes-models decode and validate',
    baseline: names.faithful,
    when: ({ Model }) => Model,
    run: ({ Model, bytes }) => asModels(Model, bytes).items.map((pod) => pod.validate()),
  },
  {
    name: 'kubernetes-models encode',
    baseline: names.encode,
    when: ({ Model }) => Model,
    run: ({ ofModel }) => encoder.encode(JSON.stringify(ofModel)),
  },
]

export const workload = {
  name: 'JSON, 1,000 pods',
  about:
    'A list of 1,000 pods of 7 KB each: from bytes to objects, and from objects to bytes. client-node makes dates of times; kubernetes-models copies the outermost fields into an object of a class, and checks more only when asked.',
  unit: 'ms',
  async setup() {
    const bytes = encoder.encode(JSON.stringify(makePodList(1000)))
    const plain = JSON.parse(decoder.decode(bytes))
    const context = { bytes, plain, go: goProgram(), ...(await podCodecs()) }
    const typed = context.faithful.decode(bytes).object
    const dynamic = context.unstructured.decode(bytes).object
    const [client, Model] = await Promise.all([clientNode(), kubernetesModel('v1/Pod')])
    const ofClient = client?.ObjectSerializer.deserialize(JSON.parse(decoder.decode(bytes)), 'V1PodList')
    return { ...context, typed, dynamic, client, ofClient, Model, ofModel: Model && asModels(Model, bytes) }
  },
  operations: [
    { name: parse, run: ({ bytes }) => JSON.parse(decoder.decode(bytes)) },
    decoding(names.faithful, 'faithful'),
    decoding('decode, typed, JSONCodecFactory', 'small'),
    decoding(names.strict, 'strict'),
    decoding('decode, typed, canonical', 'canonical'),
    decoding(names.unstructured, 'unstructured'),
    goDecoding('Go decode, typed', names.faithful, {}),
    goDecoding('Go decode, typed, strict', names.strict, { strict: true }),
    goDecoding('Go decode, unstructured', names.unstructured, { unstructured: true }),
    { name: stringify, run: ({ plain }) => encoder.encode(JSON.stringify(plain)) },
    { name: names.encode, baseline: stringify, run: ({ faithful, typed }) => faithful.encode(typed) },
    { name: names.canonical, baseline: stringify, run: ({ canonical, typed }) => canonical.encode(typed) },
    {
      name: 'encode, unstructured',
      baseline: stringify,
      run: ({ unstructured, dynamic }) => unstructured.encode(dynamic),
    },
    goEncoding('Go encode, typed', names.canonical, {}),
    goEncoding('Go encode, unstructured', 'encode, unstructured', { unstructured: true }),
    ...peers,
  ],
}
