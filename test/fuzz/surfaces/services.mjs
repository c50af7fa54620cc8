import { discoveryFromCRDs, discoveryFromDocuments, newDiscoveryRESTMapper, ShortcutExpander } from 'apimachinery/meta'
import { fromUnstructured, ParameterCodec } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { decodeListStream } from 'apimachinery/runtime/serializer/streaming'
import { GroupKind, GroupVersion, GroupVersionResource } from 'apimachinery/schema'
import { cborWatch, jsonWatch, protobufWatch, WatchDecoder, WatchEncoder, yamlWatch } from 'apimachinery/watch'
import { conversionHandler, mutatingHandler } from 'apimachinery/webhook'
import { kindOf, machinery } from '../../interop/ops/recode.mjs'
import { tolerate } from '../tolerate.mjs'
import { objects, plainObjects } from './objects.mjs'

const resources = [
  {
    name: 'deployments',
    singularName: 'deployment',
    namespaced: true,
    kind: 'Deployment',
    verbs: ['get'],
    shortNames: ['deploy'],
    categories: ['all'],
  },
  { name: 'deployments/status', singularName: '', namespaced: true, kind: 'Deployment', verbs: ['get'] },
  {
    name: 'deployments/scale',
    singularName: '',
    namespaced: true,
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    verbs: ['get'],
  },
]
const version = { groupVersion: 'apps/v1', version: 'v1' }
const documents = [
  { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: [] },
  {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: [{ name: 'apps', versions: [version], preferredVersion: version }],
  },
  { kind: 'APIResourceList', groupVersion: 'apps/v1', resources },
  {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    items: [
      {
        metadata: { name: 'batch' },
        versions: [
          {
            version: 'v1',
            freshness: 'Current',
            resources: [
              {
                resource: 'jobs',
                responseKind: { group: 'batch', version: 'v1', kind: 'Job' },
                scope: 'Namespaced',
                singularResource: 'job',
                verbs: ['get'],
                subresources: [
                  { subresource: 'status', responseKind: { group: 'batch', version: 'v1', kind: 'Job' }, verbs: [] },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]

function lookUp(discovery) {
  const mapper = new ShortcutExpander(newDiscoveryRESTMapper(discovery), discovery)
  for (const name of ['deployments', 'deploy', 'jobs', 'pods', '']) {
    const partial = new GroupVersionResource('', '', name)
    tolerate(() => mapper.kindsFor(partial))
    tolerate(() => mapper.resourceFor(partial))
  }
  tolerate(() => mapper.restMapping(new GroupKind('apps', 'Deployment')))
  tolerate(() => mapper.restMapping(new GroupKind('batch', 'Job'), 'v1'))
}

const mediaTypes = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
  cbor: 'application/cbor',
}
const formats = { json: jsonWatch, yaml: yamlWatch, protobuf: protobufWatch, cbor: cborWatch }

let codecs

function factory() {
  codecs ??= new CodecFactory(machinery().scheme)
  return codecs
}

function encoderOf(format) {
  return factory()
    .supportedMediaTypes()
    .find(({ mediaType }) => mediaType === mediaTypes[format]).serializer
}

function watchBytes(format) {
  const writer = new WatchEncoder({ write: () => undefined }, { encoder: encoderOf(format), format: formats[format] })
  const events = objects().map((object, i) => ({ type: ['ADDED', 'MODIFIED', 'DELETED'][i % 3], object }))
  return new Uint8Array(Buffer.concat(events.map((event) => writer.bytesOf(event))))
}

/** In pieces, as they come from a network. */
async function* pieces(bytes, size = 1000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function watch(format) {
  return {
    name: `watch in ${format}`,
    kind: 'bytes',
    seeds: () => [watchBytes(format)],
    async run(bytes) {
      const decoder = factory().universalDeserializer()
      for await (const event of new WatchDecoder(pieces(bytes), { decoder, format: formats[format] })) void event
    },
  }
}

function post(body) {
  return new Request('https://localhost/', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
}

const admission = plainObjects[3]
const conversion = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'ConversionReview',
  request: {
    uid: 'u',
    desiredAPIVersion: 'apps/v1',
    objects: [{ apiVersion: 'apps/v1beta1', kind: 'Deployment', metadata: { name: 'a' } }],
  },
}

/** Messages between servers and clients: discovery, options, streams, reviews. */
export const services = [
  {
    name: 'discovery',
    kind: 'value',
    seeds: [documents],
    run(value) {
      lookUp(discoveryFromDocuments(...[value].flat()))
    },
  },
  {
    name: 'discovery of definitions',
    kind: 'value',
    seeds: [[plainObjects[2]]],
    run(value) {
      lookUp(discoveryFromCRDs(...[value].flat()))
    },
  },
  {
    name: 'query',
    kind: 'text',
    seeds: [
      'labelSelector=a%3Db&fieldSelector=x%3Dy&limit=500&timeoutSeconds=30&watch=true&allowWatchBookmarks=1',
      'gracePeriodSeconds=0&propagationPolicy=Orphan&dryRun=All&dryRun=x&preconditions=a',
      'sinceTime=2024-01-02T03:04:05Z&tailLines=5&container=c&follow=true&limitBytes=1',
    ],
    run(query) {
      const { scheme } = machinery()
      const codec = new ParameterCodec(scheme)
      for (const kind of ['v1/ListOptions', 'v1/DeleteOptions', 'v1/PodLogOptions']) {
        tolerate(() => {
          const options = codec.decodeParameters(
            new URLSearchParams(query),
            new GroupVersion('', 'v1'),
            scheme.classFor(kindOf(kind)),
          )
          codec.encodeParameters(options, new GroupVersion('', 'v1'))
        })
      }
    },
  },
  ...Object.keys(formats).map(watch),
  {
    name: 'list stream',
    kind: 'text',
    seeds: [
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'ConfigMapList',
        metadata: { resourceVersion: '1' },
        items: [{ metadata: { name: 'a' }, data: { k: '}{' } }, {}],
      }),
    ],
    async run(text) {
      const decoder = factory().universalDeserializer()
      for await (const item of decodeListStream(pieces(new TextEncoder().encode(text)), { decoder })) void item
    },
  },
  {
    name: 'admission review',
    kind: 'value',
    seeds: [admission],
    async run(value) {
      const change = ({ object }) => {
        if (object?.metadata) object.metadata.labels = { a: 'b' }
      }
      await (await mutatingHandler(machinery().scheme, change)(post(JSON.stringify(value)))).text()
    },
  },
  {
    name: 'conversion review',
    kind: 'value',
    seeds: [conversion],
    async run(value) {
      await (await conversionHandler(machinery().scheme)(post(JSON.stringify(value)))).text()
    },
  },
  {
    name: 'unstructured to class',
    kind: 'value',
    seeds: plainObjects,
    run(value) {
      const { scheme } = machinery()
      fromUnstructured(value, scheme.classFor(kindOf('apps/v1/Deployment')))
    },
  },
]
