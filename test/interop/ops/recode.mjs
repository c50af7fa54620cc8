import { addToScheme } from 'apimachinery/api'
import { addMetaToScheme } from 'apimachinery/meta/v1'
import { addMetaToScheme as addMetaV1beta1ToScheme } from 'apimachinery/meta/v1beta1'
import { Scheme, Unstructured } from 'apimachinery/runtime'
import { CodecFactory } from 'apimachinery/runtime/serializer'
import { CBORSerializer } from 'apimachinery/runtime/serializer/cbor'
import { JSONSerializer } from 'apimachinery/runtime/serializer/json'
import { ProtobufSerializer, RawProtobufSerializer } from 'apimachinery/runtime/serializer/protobuf'
import { YAMLSerializer } from 'apimachinery/runtime/serializer/yaml'
import { GroupVersionKind, parseGroupVersion } from 'apimachinery/schema'
import { failure } from '../answer.mjs'

let shared

/** The scheme with every built-in kind, and serializers that read and write as Go does. Made on first use. */
export function machinery() {
  if (shared !== undefined) return shared
  const scheme = new Scheme({ name: '<SCHEME>' })
  addToScheme(scheme)
  addMetaToScheme(scheme)
  addMetaV1beta1ToScheme(scheme)
  const canonical = { mode: 'canonical', integers: 'bigint' }
  const strict = { mode: 'strict', canonical: true, integers: 'bigint' }
  const protobuf = new ProtobufSerializer(scheme, canonical)
  const readers = {
    json: [new JSONSerializer(scheme, canonical), new JSONSerializer(scheme, strict)],
    yaml: [new YAMLSerializer(scheme, canonical), new YAMLSerializer(scheme, strict)],
    // Go has no strict protobuf either.
    pb: [protobuf, protobuf],
    cbor: [new CBORSerializer(scheme, canonical), new CBORSerializer(scheme, { mode: 'strict' })],
    auto: [
      new CodecFactory(scheme, { mode: 'canonical', integers: 'bigint' }).universalDeserializer(),
      new CodecFactory(scheme, { mode: 'strict', integers: 'bigint' }).universalDeserializer(),
    ],
  }
  const writers = {
    json: readers.json[0],
    pretty: new JSONSerializer(scheme, { ...canonical, pretty: true }),
    yaml: readers.yaml[0],
    pb: protobuf,
    pbraw: new RawProtobufSerializer(scheme, canonical),
    cbor: readers.cbor[0],
  }
  shared = { scheme, readers, writers }
  return shared
}

const binary = new Set(['pb', 'pbraw', 'cbor'])

function inputOf({ in: input, in64 }) {
  if (in64 !== undefined) return new Uint8Array(Buffer.from(in64, 'base64'))
  return new TextEncoder().encode(typeof input === 'string' ? input : JSON.stringify(input))
}

/** `apps/v1/Deployment`, as requests name kinds. */
export function kindOf(text) {
  const slash = text.lastIndexOf('/')
  const { group, version } = parseGroupVersion(text.slice(0, slash))
  return new GroupVersionKind(group, version, text.slice(slash + 1))
}

export function kindText({ group, version, kind }) {
  // As text that another program reads: bytes that are not UTF-8 are kept as lone surrogates inside.
  return `${group === '' ? version : `${group}/${version}`}/${kind}`.toWellFormed()
}

/** Text as `name`, bytes in base64. */
function written(object, to, name) {
  const bytes = machinery().writers[to].encode(object)
  return { [name]: binary.has(to) ? Buffer.from(bytes).toString('base64') : Buffer.from(bytes).toString() }
}

function decode(reader, request) {
  const options = {}
  if (typeof request.gvk === 'string' && request.gvk !== '') options.defaults = kindOf(request.gvk)
  if (request.unstructured === true) options.into = Unstructured
  return reader.decode(inputOf(request), options)
}

/** Reads as Go does; the errors of a strict reader are returned with the result of a lenient one. */
function read(request, format) {
  const [lenient, strict] = machinery().readers[format]
  if (request.strict !== true) return { decoded: decode(lenient, request), findings: {} }
  try {
    decode(strict, request)
  } catch (error) {
    if (error.code !== 'StrictDecoding') throw error
    return { decoded: decode(lenient, request), findings: failure(error) }
  }
  return { decoded: decode(lenient, request), findings: {} }
}

function recode(request, format, to) {
  if (machinery().readers[format] === undefined) return { error: `unknown format "${format}"` }
  let result
  try {
    result = read(request, format)
  } catch (error) {
    return failure(error)
  }
  const { decoded, findings } = result
  const answer = { gvk: kindText(decoded.gvk), ...findings }
  if (machinery().writers[to] === undefined) return { ...answer, encodeError: `unknown to "${to}"` }
  try {
    return { ...answer, ...written(decoded.object, to, binary.has(to) ? 'out64' : 'out') }
  } catch (error) {
    return { ...answer, encodeError: error.message }
  }
}

/** `k8s.io/api/apps/v1.Deployment` from the name of the OpenAPI model. */
function goType(name) {
  const parts = name.split('.')
  const type = parts.pop()
  return `${parts[1]}.${parts[0]}/${parts.slice(2).join('/')}.${type}`
}

const preferred = ['', 'apps', 'batch', 'networking.k8s.io', 'rbac.authorization.k8s.io', 'policy', 'autoscaling']

/** The kind a request names: by `gvk`, by `apiVersion` and `kind`, or by the kind alone in a well-known group. */
export function requestedKind({ gvk, apiVersion, kind }) {
  if (gvk) return kindOf(gvk)
  if (apiVersion) return kindOf(`${apiVersion}/${kind}`)
  if (kind.includes('/')) return kindOf(kind)
  const { scheme } = machinery()
  for (const group of preferred) {
    for (const version of ['v1', 'v2']) {
      const candidate = new GroupVersionKind(group, version, kind)
      if (scheme.recognizes(candidate)) return candidate
    }
  }
  throw new Error(`unknown kind "${kind}"`)
}

function zero(request) {
  const { scheme, writers } = machinery()
  const gvk = requestedKind(request)
  const object = scheme.new(gvk)
  const type = scheme.classFor(gvk)
  const { apiVersion, kind } = gvk.toAPIVersionAndKind()
  if (type.descriptor.propertyByName.has('apiVersion')) Object.assign(object, { apiVersion, kind })
  const answer = { type: goType(type.descriptor.name), gvk: kindText(gvk) }
  for (const to of ['json', 'pretty', 'yaml', 'pb', 'cbor']) {
    if (writers[to] === undefined) continue
    try {
      Object.assign(answer, written(object, to, to))
    } catch (error) {
      answer[`${to}Error`] = error.message
    }
  }
  return answer
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0
}

function kinds() {
  const known = machinery()
    .scheme.allKnownTypes()
    .map(({ gvk }) => gvk)
    .filter(({ version }) => version !== '__internal')
  known.sort((a, b) => compare(a.group, b.group) || compare(a.version, b.version) || compare(a.kind, b.kind))
  return { kinds: known.map(kindText) }
}

export const operations = {
  recode: (request) => recode(request, request.format || 'auto', request.to || 'json'),
  json2pb: (request) => recode(request, 'json', 'pb'),
  pb2json: (request) => recode(request, 'pb', 'json'),
  json2cbor: (request) => recode(request, 'json', 'cbor'),
  cbor2json: (request) => recode(request, 'cbor', 'json'),
  zero,
  kinds,
}
