import { Unstructured } from 'apimachinery/runtime'
import {
  CodecFactory,
  negotiateInputSerializer,
  negotiateOutputMediaType,
  negotiateOutputMediaTypeStream,
} from 'apimachinery/runtime/serializer'
import { CBORSerializer } from 'apimachinery/runtime/serializer/cbor'
import { JSONSerializer } from 'apimachinery/runtime/serializer/json'
import { ProtobufSerializer } from 'apimachinery/runtime/serializer/protobuf'
import { jsonToYAML, locate, splitDocuments, YAMLSerializer, yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { machinery } from '../../interop/ops/recode.mjs'
import { tolerate } from '../tolerate.mjs'
import { objects, yamlManifests } from './objects.mjs'

const serializers = { json: JSONSerializer, yaml: YAMLSerializer, protobuf: ProtobufSerializer, cbor: CBORSerializer }
const modes = ['faithful', 'strict', 'canonical']

function readersOf(format) {
  const { scheme } = machinery()
  return modes.map((mode) => new serializers[format](scheme, { mode }))
}

const lazily = (make) => {
  let made
  return () => {
    made ??= make()
    return made
  }
}

/** Reads an object in each mode, also as unstructured, and writes what was read in every format. */
function codec(format, kind) {
  const readers = lazily(() => readersOf(format))
  const writers = lazily(() => Object.keys(serializers).map((each) => readersOf(each)[2]))
  const seeds = lazily(() => objects().map((object) => encode(format, object, kind)))
  return {
    name: `${format} objects`,
    kind,
    seeds,
    run(input) {
      for (const reader of readers()) {
        const decoded = tolerate(() => reader.decode(input))
        for (const writer of decoded === undefined ? [] : writers()) tolerate(() => writer.encode(decoded.object))
        const unstructured = tolerate(() => reader.decode(input, { into: Unstructured }))
        if (unstructured !== undefined) tolerate(() => reader.encode(unstructured.object))
      }
    },
  }
}

function encode(format, object, kind) {
  const bytes = new serializers[format](machinery().scheme).encode(object)
  return kind === 'text' ? new TextDecoder().decode(bytes) : bytes
}

const factory = lazily(() => new CodecFactory(machinery().scheme))

/** Documents in each format, and the headers that choose between them. */
export const codecs = [
  codec('json', 'text'),
  codec('yaml', 'text'),
  codec('protobuf', 'bytes'),
  codec('cbor', 'bytes'),
  {
    name: 'bytes of any format',
    kind: 'bytes',
    seeds: lazily(() =>
      Object.keys(serializers).flatMap((format) => objects().map((each) => encode(format, each, 'bytes'))),
    ),
    run(bytes) {
      factory().universalDeserializer().decode(bytes)
    },
  },
  {
    name: 'yaml text',
    kind: 'text',
    seeds: yamlManifests,
    run(text) {
      tolerate(() => yamlToJSON(text, { strict: true }))
      tolerate(() => [...splitDocuments(text)])
      tolerate(() => locate(text, 'spec.template.spec.containers[0].image'))
      const value = tolerate(() => yamlToJSON(text))
      if (value !== undefined) jsonToYAML(value)
    },
  },
  {
    name: 'accept header',
    kind: 'text',
    seeds: [
      'application/json;q=0.5, application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1, */*;q=0.1',
      'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json;stream=watch',
      'application/yaml; pretty="1"',
      'text/*, application/*;q=1.000',
      '*',
    ],
    run(accept) {
      tolerate(() => negotiateOutputMediaType({ accept, query: new URLSearchParams('pretty=1') }, factory()))
      negotiateOutputMediaTypeStream({ accept }, factory())
    },
  },
  {
    name: 'content type',
    kind: 'text',
    seeds: ['application/json; charset=utf-8', 'application/vnd.kubernetes.protobuf;stream=watch', 'application/cbor'],
    run(contentType) {
      negotiateInputSerializer(contentType, factory(), { streaming: true })
    },
  },
]
