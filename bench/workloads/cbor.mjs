import { goOnDocument, goProgram } from '../harness/go.mjs'
import { loadEntry } from '../harness/modules.mjs'
import { makePodList } from '../payload/pods.mjs'

const parse = 'JSON.parse'
const stringify = 'JSON.stringify'
const decoder = new TextDecoder()
const encoder = new TextEncoder()
const document = ({ bytes }) => bytes
const typed = { format: 'cbor' }
const untyped = { format: 'cbor', unstructured: true }
const write = { op: 'bench.codec', to: 'cbor' }

export const workload = {
  name: 'CBOR, 1,000 pods',
  about: 'The list of the JSON table as CBOR. Times of `JSON.parse` and `JSON.stringify` include UTF-8.',
  unit: 'ms',
  async setup() {
    const { Scheme } = await loadEntry('./runtime')
    const { withUnstructured } = await loadEntry('./runtime/serializer')
    const { addToScheme } = await loadEntry('./api/core/v1')
    const { CBORSerializer } = await loadEntry('./runtime/serializer/cbor')
    const { JSONSerializer } = await loadEntry('./runtime/serializer/json')
    const scheme = new Scheme()
    addToScheme(scheme)
    const faithful = new CBORSerializer(scheme)
    const text = encoder.encode(JSON.stringify(makePodList(1000)))
    const bytes = faithful.encode(new JSONSerializer(scheme).decode(text).object)
    const unstructured = new CBORSerializer(withUnstructured(new Scheme()))
    return {
      ...{ faithful, unstructured, text, bytes, go: goProgram() },
      strict: new CBORSerializer(scheme, { mode: 'strict' }),
      canonical: new CBORSerializer(scheme, { mode: 'canonical' }),
      plain: JSON.parse(decoder.decode(text)),
      typed: faithful.decode(bytes).object,
      dynamic: unstructured.decode(bytes).object,
    }
  },
  operations: [
    { name: parse, run: ({ text }) => JSON.parse(decoder.decode(text)) },
    { name: 'decode, typed', baseline: parse, run: ({ faithful, bytes }) => faithful.decode(bytes).object },
    { name: 'decode, typed, strict', baseline: parse, run: ({ strict, bytes }) => strict.decode(bytes).object },
    {
      name: 'decode, unstructured',
      baseline: parse,
      run: ({ unstructured, bytes }) => unstructured.decode(bytes).object,
    },
    goOnDocument('Go decode, typed', 'decode, typed', { document, load: typed }),
    goOnDocument('Go decode, unstructured', 'decode, unstructured', { document, load: untyped }),
    { name: stringify, run: ({ plain }) => encoder.encode(JSON.stringify(plain)) },
    { name: 'encode, typed', baseline: stringify, run: ({ faithful, typed }) => faithful.encode(typed) },
    { name: 'encode, typed, canonical', baseline: stringify, run: ({ canonical, typed }) => canonical.encode(typed) },
    {
      name: 'encode, unstructured',
      baseline: stringify,
      run: ({ unstructured, dynamic }) => unstructured.encode(dynamic),
    },
    goOnDocument('Go encode, typed', 'encode, typed', { document, load: typed, request: write }),
    goOnDocument('Go encode, unstructured', 'encode, unstructured', { document, load: untyped, request: write }),
  ],
}
