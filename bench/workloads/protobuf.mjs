import { containersOf, readStrings, shallowCopies, stringsOf, writeStrings } from '../harness/bounds.mjs'
import { goCodec, goProgram } from '../harness/go.mjs'
import { loadEntry, loadPeer } from '../harness/modules.mjs'
import { makePodList } from '../payload/pods.mjs'
import { messageName, protoText } from '../payload/proto-text.mjs'

const parse = 'JSON.parse'
const stringify = 'JSON.stringify'
const ourDecode = 'decode'
const ourEncode = 'encode'
const ourFullDecode = 'decode, field sets read'
const ourSlimDecode = 'decode, without managed fields'
const decoder = new TextDecoder()
const encoder = new TextEncoder()

async function serializers() {
  const { Scheme } = await loadEntry('./runtime')
  const { addToScheme, PodList } = await loadEntry('./api/core/v1')
  const { ProtobufSerializer, RawProtobufSerializer } = await loadEntry('./runtime/serializer/protobuf')
  const { JSONSerializer } = await loadEntry('./runtime/serializer/json')
  const scheme = new Scheme()
  addToScheme(scheme)
  return {
    PodList,
    json: new JSONSerializer(scheme),
    faithful: new ProtobufSerializer(scheme),
    canonical: new ProtobufSerializer(scheme, { mode: 'canonical' }),
    raw: new RawProtobufSerializer(scheme),
  }
}

/** The same message for protobufjs, from the text of a .proto file made from our descriptor. */
async function protobufjs(type) {
  const protobuf = (await loadPeer('protobufjs'))?.default
  if (protobuf === undefined) return undefined
  const { root } = protobuf.parse(protoText(type), { keepCase: true })
  return { protobuf, root, type: root.lookupType(`bench.${messageName(type)}`) }
}

/** protobufjs leaves the package out of the names of types. */
function qualify(message, scope) {
  const own = `${scope}.${message.name}`
  for (const field of message.field) {
    const isNested = message.nestedType.some(({ name }) => name === field.typeName)
    if (field.typeName) field.typeName = `${isNested ? own : '.bench'}.${field.typeName}`
  }
  for (const nested of message.nestedType) qualify(nested, own)
}

/** The same message for protobuf-es, from the descriptors that protobufjs makes of that text. */
async function protobufES(peer, type) {
  const es = await loadPeer('@bufbuild/protobuf')
  const wkt = await loadPeer('@bufbuild/protobuf/wkt')
  if (peer === undefined || es === undefined || wkt === undefined) return undefined
  await import('protobufjs/ext/descriptor.js')
  peer.root.resolveAll()
  const set = peer.root.toDescriptor('proto2')
  for (const { messageType } of set.file) for (const message of messageType) qualify(message, '.bench')
  const bytes = set.constructor.encode(set).finish()
  const registry = es.createFileRegistry(es.fromBinary(wkt.FileDescriptorSetSchema, bytes))
  return { es, schema: registry.getMessage(`bench.${messageName(type)}`) }
}

/** What the field sets of managed fields say, which is JSON text in a message: protobufjs leaves it there. */
function parseFieldSets(list) {
  for (const { metadata } of list.items) {
    for (const entry of metadata.managedFields) entry.fieldsV1 = JSON.parse(decoder.decode(entry.fieldsV1.Raw))
  }
  return list
}

/** Ours are parsed when they are looked at. */
function lookAtFieldSets(list) {
  for (const { metadata } of list.items) for (const entry of metadata.managedFields) void entry.fieldsV1
  return list
}

/** The list as informers keep it. */
function withoutManagedFields(list) {
  const items = list.items.map(({ metadata: { managedFields, ...metadata }, ...pod }) => ({ ...pod, metadata }))
  return { ...list, items }
}

export const workload = {
  name: 'Protobuf, 1,000 pods',
  about:
    'The list of the JSON table as protobuf, with the objects that both hold. Times of `JSON.parse` and `JSON.stringify` include UTF-8. protobufjs and protobuf-es work on messages of their own shape, from a .proto file with the same fields; they do not parse times, quantities or JSON inside. The field sets of managed fields, which make up a third of these pods, are such JSON: here they are parsed when a program looks at them and written as they came otherwise; rows say where all are looked at, and two rows have none. All encode what they decoded. Go on one core.',
  unit: 'ms',
  async setup() {
    const ours = await serializers()
    const pods = makePodList(1000)
    const read = (value) => ours.json.decode(encoder.encode(JSON.stringify(value))).object
    const list = read(pods)
    const slim = read(withoutManagedFields(pods))
    const bytes = ours.faithful.encode(list)
    const bare = ours.raw.encode(list)
    const object = ours.faithful.decode(bytes).object
    const plain = JSON.parse(JSON.stringify(ours.faithful.decode(bytes).object))
    const { descriptor } = ours.PodList
    // Field sets stay text here, and their objects do not count.
    const ofBound = withoutManagedFields(plain)
    const containers = containersOf(ofBound)
    const peer = await protobufjs(descriptor)
    const es = await protobufES(peer, descriptor)
    return {
      ...{ ...ours, bytes, bare, object, plain, peer, es, go: goProgram() },
      looked: lookAtFieldSets(ours.faithful.decode(bytes).object),
      text: encoder.encode(JSON.stringify(plain)),
      slim: { bytes: ours.faithful.encode(slim), bare: ours.raw.encode(slim) },
      bound: { slim: ofBound, containers, ...stringsOf(containers) },
      message: peer?.type.decode(bare),
      esMessage: es?.es.fromBinary(es.schema, bare),
    }
  },
  operations: [
    { name: parse, run: ({ text }) => JSON.parse(decoder.decode(text)) },
    { name: ourDecode, baseline: parse, run: ({ faithful, bytes }) => faithful.decode(bytes).object },
    { name: 'decode, canonical', baseline: parse, run: ({ canonical, bytes }) => canonical.decode(bytes).object },
    {
      name: 'protobufjs decode',
      baseline: ourDecode,
      when: ({ peer }) => peer,
      run: ({ peer, bare }) => peer.type.decode(bare),
    },
    {
      name: ourFullDecode,
      baseline: parse,
      run: ({ faithful, bytes }) => lookAtFieldSets(faithful.decode(bytes).object),
    },
    {
      name: 'protobufjs decode, field sets read',
      baseline: ourFullDecode,
      when: ({ peer }) => peer,
      run: ({ peer, bare }) => parseFieldSets(peer.type.decode(bare)),
    },
    { name: ourSlimDecode, run: ({ faithful, slim }) => faithful.decode(slim.bytes).object },
    {
      name: 'protobufjs decode, without managed fields',
      baseline: ourSlimDecode,
      when: ({ peer }) => peer,
      run: ({ peer, slim }) => peer.type.decode(slim.bare),
    },
    {
      name: 'protobuf-es decode',
      baseline: ourDecode,
      when: ({ es }) => es,
      run: ({ es, bare }) => es.es.fromBinary(es.schema, bare),
    },
    {
      name: 'bound: its objects and its strings, one by one',
      baseline: ourDecode,
      run: ({ bound }) => [shallowCopies(bound.containers), readStrings(bound)],
    },
    ...goCodec({ decode: ourDecode }, { document: ({ bytes }) => bytes, format: 'pb' }),
    { name: stringify, run: ({ plain }) => encoder.encode(JSON.stringify(plain)) },
    { name: ourEncode, baseline: stringify, run: ({ faithful, object }) => faithful.encode(object) },
    {
      name: 'encode, field sets looked at before',
      baseline: stringify,
      run: ({ faithful, looked }) => faithful.encode(looked),
    },
    { name: 'encode, canonical', baseline: stringify, run: ({ canonical, object }) => canonical.encode(object) },
    {
      name: 'protobufjs encode',
      baseline: ourEncode,
      when: ({ peer }) => peer,
      run: ({ peer, message }) => peer.type.encode(message).finish(),
    },
    {
      name: 'protobuf-es encode',
      baseline: ourEncode,
      when: ({ es }) => es,
      run: ({ es, esMessage }) => es.es.toBinary(es.schema, esMessage),
    },
    {
      name: 'bound: a walk that writes nothing but its strings',
      baseline: ourEncode,
      run: ({ bound }) => writeStrings(bound.slim, bound.bytes),
    },
    ...goCodec({ encode: ourEncode }, { document: ({ bytes }) => bytes, format: 'pb' }),
  ],
}
