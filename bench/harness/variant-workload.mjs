import { makePodVariant } from '../payload/pod-variants.mjs'
import { goCodec, goOnDocument, goProgram } from './go.mjs'
import { loadEntry } from './modules.mjs'
import { naiveCopy } from './naive-copy.mjs'

const parse = 'JSON.parse'
const stringify = 'JSON.stringify'
const copying = 'deepCopy'
const decoder = new TextDecoder()
const encoder = new TextEncoder()
const formats = ['JSON', 'protobuf', 'CBOR']

async function serializers() {
  const { Scheme } = await loadEntry('./runtime')
  const { addToScheme } = await loadEntry('./api/core/v1')
  const { JSONSerializer } = await loadEntry('./runtime/serializer/json')
  const { ProtobufSerializer } = await loadEntry('./runtime/serializer/protobuf')
  const { CBORSerializer } = await loadEntry('./runtime/serializer/cbor')
  const scheme = new Scheme()
  addToScheme(scheme)
  return {
    JSON: new JSONSerializer(scheme),
    protobuf: new ProtobufSerializer(scheme),
    CBOR: new CBORSerializer(scheme),
    canonical: new JSONSerializer(scheme, { mode: 'canonical' }),
  }
}

const document = ({ messages }) => messages.protobuf

const decoding = formats.map((format) => ({
  name: `decode ${format}`,
  baseline: parse,
  run: ({ codecs, messages }) => codecs[format].decode(messages[format]).object,
}))

const encoding = formats.map((format) => ({
  name: `encode ${format}`,
  baseline: stringify,
  run: ({ codecs, objects }) => codecs[format].encode(objects[format]),
}))

/** What a list of 1,000 pods of one variant costs in every format: the same rows for each, so that they compare. */
export function variantWorkload(name, variant) {
  return {
    name: `1,000 pods, ${name}`,
    about: `Each format on the same list: ${name}. What is encoded was decoded from the same format; the copy is of what came as JSON.`,
    unit: 'ms',
    async setup() {
      const codecs = await serializers()
      const plain = makePodVariant(1000, variant)
      const text = encoder.encode(JSON.stringify(plain))
      const typed = codecs.JSON.decode(text).object
      const messages = Object.fromEntries(formats.map((format) => [format, codecs[format].encode(typed)]))
      const objects = Object.fromEntries(
        formats.map((format) => [format, codecs[format].decode(messages[format]).object]),
      )
      return { codecs, text, messages, objects, plain: JSON.parse(decoder.decode(text)), go: goProgram() }
    },
    operations: [
      { name: 'size as JSON', unit: 'MB', measure: ({ text }) => text.length / 1e6 },
      { name: 'size as protobuf', unit: 'MB', measure: ({ messages }) => messages.protobuf.length / 1e6 },
      { name: parse, run: ({ text }) => JSON.parse(decoder.decode(text)) },
      ...decoding,
      ...goCodec({ decode: 'decode protobuf', suffix: ' protobuf' }, { document, format: 'pb' }),
      { name: stringify, run: ({ plain }) => encoder.encode(JSON.stringify(plain)) },
      ...encoding,
      {
        name: 'encode JSON, canonical',
        baseline: stringify,
        run: ({ codecs, objects }) => codecs.canonical.encode(objects.JSON),
      },
      ...goCodec({ encode: 'encode protobuf', suffix: ' protobuf' }, { document, format: 'pb' }),
      { name: 'naive recursive copy', run: ({ plain }) => naiveCopy(plain) },
      { name: copying, baseline: 'naive recursive copy', run: ({ objects }) => objects.JSON.deepCopy() },
      goOnDocument('Go deep copy', copying, {
        document,
        load: { format: 'pb' },
        request: { op: 'bench.copy' },
      }),
    ],
  }
}
