// Every entry of the package at work, through public entries only: in Node, where code may not be generated from strings,
// and in a browser. Returns what it found, as values that JSON can carry.
import * as core from 'apimachinery'
import { addToScheme as addEverything } from 'apimachinery/api'
import { addToScheme as addApps, Deployment, DeploymentList } from 'apimachinery/api/apps/v1'
import { addToScheme as addCore, ConfigMap, ConfigMapList, Pod } from 'apimachinery/api/core/v1'
import { Fifo, LRUCache } from 'apimachinery/collections'
import { fromQueryParameters, toQueryParameters } from 'apimachinery/conversion'
import { parseTag, validateDeclared } from 'apimachinery/declarative'
import { deepCopy, deepEqual, toCanonicalJSON } from 'apimachinery/descriptor'
import { isNotFound, newNotFound } from 'apimachinery/errors'
import { parseSelector as parseFieldSelector } from 'apimachinery/fields'
import { parseJSON, stringifyJSON } from 'apimachinery/json'
import { parse as parseLabels } from 'apimachinery/labels'
import { newDefaultFieldManager } from 'apimachinery/managedfields'
import {
  discoveryFromScheme,
  findStatusCondition,
  newDefaultTableConvertor,
  newDiscoveryRESTMapper,
  newSimpleNameGenerator,
  newTableConvertor,
  ShortcutExpander,
  setStatusCondition,
} from 'apimachinery/meta'
import { addMetaToScheme, ListOptions, labelSelectorAsSelector, Status } from 'apimachinery/meta/v1'
import { PartialObjectMetadataList } from 'apimachinery/meta/v1beta1'
import { CELValidator, newStructural, openAPIV3, registerCustomResource, SchemaValidator } from 'apimachinery/openapi'
import { compileExpression } from 'apimachinery/openapi/cel'
import { createThreeWayMergePatch, jsonPatch, mergePatch, strategicMergePatch } from 'apimachinery/patch'
import { Quantity } from 'apimachinery/resource'
import { ParameterCodec, Scheme, Unstructured } from 'apimachinery/runtime'
import { CodecFactory, negotiateOutputMediaType } from 'apimachinery/runtime/serializer'
import { CBORSerializer } from 'apimachinery/runtime/serializer/cbor'
import { JSONSerializer } from 'apimachinery/runtime/serializer/json'
import { ProtobufSerializer } from 'apimachinery/runtime/serializer/protobuf'
import {
  cborSequenceFramer,
  decodeListStream,
  encodeListStream,
  jsonFramer,
  lengthDelimitedFramer,
  StreamingDecoder,
  StreamingEncoder,
  yamlFramer,
} from 'apimachinery/runtime/serializer/streaming'
import { YAMLSerializer } from 'apimachinery/runtime/serializer/yaml'
import { editYAML } from 'apimachinery/runtime/serializer/yaml/edit'
import { humanDuration, parseDuration, parseTime } from 'apimachinery/scalar'
import { GroupVersion, parseResourceArg } from 'apimachinery/schema'
import { roundTrip } from 'apimachinery/testing'
import { fieldPath, invalid, isDNS1123Label } from 'apimachinery/validation'
import { exponentialBackoff, jitter } from 'apimachinery/wait'
import {
  Broadcaster,
  cborWatch,
  errorFromEvent,
  jsonWatch,
  protobufWatch,
  RaceFreeFakeWatcher,
  until,
  WatchDecoder,
  WatchEncoder,
  yamlWatch,
} from 'apimachinery/watch'
import { validatingHandler } from 'apimachinery/webhook'

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function attempt(action) {
  try {
    return action()
  } catch (error) {
    return `${error.code}: ${error.message}`
  }
}

/** A web stream that gives bytes a few at a time. */
function streamOf(bytes, size) {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

async function all(source) {
  const found = []
  for await (const item of source) found.push(item)
  return found
}

function makeScheme() {
  const scheme = new Scheme({ name: 'everything' })
  addCore(scheme)
  addApps(scheme)
  addMetaToScheme(scheme)
  return scheme
}

const deployment = () =>
  new Deployment({
    metadata: { name: 'web', labels: { app: 'wéb 😀' }, creationTimestamp: '2024-01-02T03:04:05Z' },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'web' } },
      template: {
        spec: {
          containers: [{ name: 'web', image: 'nginx:1', resources: { limits: { cpu: '1500m', memory: '1Gi' } } }],
        },
      },
    },
  })

function serializers(scheme) {
  return {
    json: new JSONSerializer(scheme),
    yaml: new YAMLSerializer(scheme),
    protobuf: new ProtobufSerializer(scheme),
    cbor: new CBORSerializer(scheme),
  }
}

function codecs(scheme) {
  const decoder = new CodecFactory(scheme).universalDeserializer()
  const found = {}
  for (const [name, serializer] of Object.entries(serializers(scheme))) {
    const bytes = serializer.encode(deployment())
    const { object, gvk } = decoder.decode(bytes)
    found[name] = [
      hex(bytes),
      gvk.toString(),
      object instanceof Deployment,
      deepEqual(Deployment.descriptor, object, deployment()),
    ]
  }
  const strict = new CodecFactory(scheme, { mode: 'strict' }).universalDeserializer()
  found.strict = attempt(() => strict.decode('{"apiVersion":"v1","kind":"ConfigMap","dta":{}}'))
  found.exact = stringifyJSON(parseJSON('{"a":9007199254740993,"b":1.0}'))
  found.broken = ['{"a":', 'a: [', 'k8s\0\x0a', '\xd9\xd9\xf7\xa1'].map((broken) =>
    attempt(() => strict.decode(Uint8Array.from(broken, (character) => character.charCodeAt(0)))),
  )
  const accept = 'application/json;q=0.5, application/vnd.kubernetes.protobuf'
  found.negotiated = negotiateOutputMediaType({ accept }, new CodecFactory(scheme)).info.mediaType
  const everything = new Scheme()
  addEverything(everything)
  found.kinds = everything.allKnownTypes().length > 500
  found.roundTrips = roundTrip(scheme, { rounds: 1 }) > 100
  return found
}

async function watches(scheme) {
  const decoder = new CodecFactory(scheme).universalDeserializer()
  const { json, protobuf, cbor, yaml } = serializers(scheme)
  const found = {}
  const gone = new Status({ ...newNotFound({ group: '', resource: 'configmaps' }, 'a').status })
  const formats = {
    json: [jsonWatch, json],
    protobuf: [protobufWatch, protobuf],
    cbor: [cborWatch, cbor],
    yaml: [yamlWatch, yaml],
  }
  for (const [name, [format, encoder]] of Object.entries(formats)) {
    const parts = []
    const events = new WatchEncoder({ write: (bytes) => void parts.push(bytes) }, { encoder, format })
    await events.encode({ type: 'ADDED', object: new ConfigMap({ metadata: { name: 'a' }, data: { k: 'é😀' } }) })
    await events.encode({ type: 'ERROR', object: gone })
    const bytes = joined(parts)
    const read = await all(new WatchDecoder(streamOf(bytes, 3), { decoder, format, into: ConfigMap }))
    found[name] = [
      hex(bytes),
      read[0].object instanceof ConfigMap,
      read[0].object.data,
      errorFromEvent(read[1]).message,
    ]
  }
  const broadcaster = new Broadcaster({ queueLength: 5 })
  const watcher = broadcaster.watch()
  await broadcaster.action('ADDED', new ConfigMap({ metadata: { name: 'b' } }))
  await broadcaster.shutdown()
  found.broadcast = (await all(watcher)).map(({ type, object }) => `${type} ${object.metadata.name}`)
  const fake = new RaceFreeFakeWatcher()
  fake.modify(new ConfigMap({ metadata: { name: 'c' } }))
  found.until = (await until(fake, [({ object }) => object.metadata.name === 'c'], { timeout: 1000 })).type
  return found
}

async function streams(scheme) {
  const decoder = new CodecFactory(scheme).universalDeserializer()
  const { json, protobuf, cbor, yaml } = serializers(scheme)
  const items = Array.from(
    { length: 40 },
    (_, i) => new ConfigMap({ metadata: { name: `map-${i}` }, data: { k: '😀' } }),
  )
  const list = new ConfigMapList({ metadata: { resourceVersion: '7' }, items: [] })
  const found = {}
  for (const [name, encoder] of Object.entries({ json, protobuf })) {
    const bytes = joined(await all(encodeListStream(items, { encoder, list })))
    const stream = decodeListStream(streamOf(bytes, 7), { decoder, itemClass: ConfigMap })
    const read = await all(stream)
    found[name] = [bytes.length, read.length, read.at(-1).metadata.name, stream.list.metadata.resourceVersion]
    const whole = encoder.encode(new ConfigMapList({ metadata: { resourceVersion: '7' }, items }))
    found[`${name} whole`] = hex(whole) === hex(bytes)
  }
  const framers = {
    json: [jsonFramer(), json],
    yaml: [yamlFramer(), yaml],
    protobuf: [lengthDelimitedFramer(), protobuf],
    cbor: [cborSequenceFramer(), cbor],
  }
  for (const [name, [framer, encoder]] of Object.entries(framers)) {
    const parts = []
    const writer = new StreamingEncoder({ write: (bytes) => void parts.push(bytes) }, { framer, encoder })
    for (const item of items.slice(0, 3)) await writer.encode(item)
    const read = await all(new StreamingDecoder(streamOf(joined(parts), 2), { framer, decoder }))
    found[`${name} frames`] = read.map(({ object }) => object.metadata.name)
  }
  return found
}

function names(scheme) {
  const discovery = discoveryFromScheme(scheme)
  const mapper = new ShortcutExpander(newDiscoveryRESTMapper(discovery), discovery)
  const { groupResource } = parseResourceArg('deployments.apps')
  const mapping = mapper.restMapping({ group: 'apps', kind: 'Deployment' })
  const crd = {
    spec: {
      group: 'stable.example.com',
      scope: 'Namespaced',
      names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: cronTabSchema } }],
    },
  }
  const v1 = registerCustomResource(crd, { scheme: new Scheme() }).versions.get('v1')
  const cronTab = {
    apiVersion: 'stable.example.com/v1',
    kind: 'CronTab',
    metadata: { name: 'a' },
    spec: { image: 'Bad' },
  }
  return {
    kind: mapper.kindFor(groupResource).toString(),
    mapping: `${mapping.resource} ${mapping.scope.name}`,
    unknown: attempt(() => mapper.kindFor({ resource: 'nothing' })),
    labels: parseLabels('app in (a, b), !old').matches({ app: 'a' }),
    selector: labelSelectorAsSelector({ matchLabels: { a: 'b' } }).toString(),
    fields: parseFieldSelector('metadata.name=a').toString(),
    query: toQueryParameters(new ListOptions({ limit: 5, labelSelector: 'a=b' }), ListOptions.descriptor).toString(),
    options: fromQueryParameters(new URLSearchParams('watch=1&limit=7'), ListOptions.descriptor),
    parameters: new ParameterCodec(scheme).decodeParameters(
      new URLSearchParams('limit=3'),
      new GroupVersion('', 'v1'),
      ListOptions,
    ).limit,
    admitted: v1.admit(cronTab),
    custom: v1.validate(cronTab).map(({ message }) => message),
    schema: new SchemaValidator(cronTabSchema).accepts({ spec: { image: 'a:1' } }),
    rules: new CELValidator(newStructural(cronTabSchema))
      .validate({ spec: { image: 'a:1', replicas: -1 } })
      .map(({ message }) => message),
    expression: compileExpression('[1, 2].exists(n, n == 2)').program.evaluate({}),
    openAPI: Object.keys(openAPIV3(scheme).components.schemas).length > 100,
    generated: newSimpleNameGenerator().generateName('web-').length,
  }
}

const cronTabSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        image: { type: 'string', pattern: '^[a-z]+:[0-9]+$' },
        replicas: { type: 'integer', default: 1 },
      },
      'x-kubernetes-validations': [
        { rule: 'self.replicas >= 0 && self.image.matches("^[a-z:0-9]+$")', message: 'not negative' },
      ],
    },
  },
}

function objects(scheme) {
  const now = new Date('2024-01-02T04:04:05Z')
  const conditions = []
  setStatusCondition(
    conditions,
    { type: 'Ready', status: 'True', reason: 'Up' },
    { clock: { now: () => now.getTime() } },
  )
  const table = newTableConvertor([
    { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ])
  const patch = createThreeWayMergePatch({
    original: new ConfigMap({ data: { a: '1', b: '1' } }),
    modified: new ConfigMap({ data: { a: '2' } }),
    current: new ConfigMap({ data: { a: '1', b: '1', c: '1' } }),
  })
  const manager = newDefaultFieldManager({ kind: Deployment.groupVersionKind, scheme })
  const applied = manager.apply(
    new Deployment(),
    new Unstructured({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 3 } }),
    { manager: 'me' },
  )
  return {
    collections: [new Fifo().length, new LRUCache({ capacity: 1 }).size],
    waits: [jitter(100, 0), exponentialBackoff !== undefined],
    condition: findStatusCondition(conditions, 'Ready').lastTransitionTime,
    table: table.convertToTable(new DeploymentList({ items: [deployment()] }), { now }).rows.map(({ cells }) => cells),
    defaultTable: newDefaultTableConvertor().convertToTable(deployment()).rows[0].cells,
    partial: new PartialObjectMetadataList({ items: [] }).kind,
    strategic: strategicMergePatch(deployment(), { spec: { template: { spec: { containers: [{ name: 'log' }] } } } })
      .spec.template.spec.containers.length,
    merge: mergePatch('{"b":1.0,"a":1}', '{"a":null}'),
    json: jsonPatch(deployment(), [{ op: 'replace', path: '/spec/replicas', value: 9 }]).spec.replicas,
    threeWay: patch,
    applied: [applied.spec.replicas, applied.metadata.managedFields[0].manager],
    quantity: Quantity.parse('1500m').add(Quantity.parse('1')).toString(),
    edited: editYAML('a: 1 # one\n', { a: 2 }),
    duration: [
      parseDuration('1h30m').toString(),
      humanDuration(90_000_000_000n),
      parseTime('2024-01-02T03:04:05Z').seconds,
    ],
    notFound: isNotFound(newNotFound({ group: 'apps', resource: 'deployments' }, 'web')),
    canonical: toCanonicalJSON(Deployment.descriptor, deployment()),
    copied: deepEqual(Deployment.descriptor, deepCopy(deployment()), deployment()),
    invalid: invalid(fieldPath('spec').child('replicas'), -1, 'too few').message,
    label: isDNS1123Label('Web'),
    tag: parseTag('+k8s:maxItems=3').name,
    declared: validateDeclared(Deployment.descriptor, deployment(), { operation: 'create' }).length,
    front: core.isTypedObject(new Pod()),
  }
}

async function answers(scheme) {
  const handler = validatingHandler(scheme, ({ object }) =>
    object instanceof Pod ? [invalid(fieldPath('spec'), 'x', 'no')] : [],
  )
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' } }
  const request = {
    uid: '1',
    operation: 'CREATE',
    kind: { group: '', version: 'v1', kind: 'Pod' },
    name: 'web',
    object,
  }
  const body = JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request })
  const headers = { 'content-type': 'application/json' }
  const answer = await handler(new Request('https://webhook.example/validate', { method: 'POST', headers, body }))
  return { status: answer.status, allowed: (await answer.json()).response.allowed }
}

/**
 * @param webhooks - whether there are `Request` and `Response`, which Node makes of its own globals.
 * @returns {Promise<Record<string, unknown>>} values that JSON can carry
 */
export async function runEverything({ webhooks = true } = {}) {
  const scheme = makeScheme()
  return {
    codecs: codecs(scheme),
    watches: await watches(scheme),
    streams: await streams(scheme),
    names: names(scheme),
    objects: objects(scheme),
    ...(webhooks && { answers: await answers(scheme) }),
  }
}
