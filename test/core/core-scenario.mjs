// The core (schema, runtime, JSON) at work, through the public entries only. Runs where no code may be generated from
// strings, and in a browser; returns what it found, to be compared with what is expected of it.
import { JSONCodecFactory, Scheme } from 'apimachinery/runtime'
import { map, scalar, struct, TypedObject } from 'apimachinery/runtime/gen-v1'
import { CoreCodecFactory } from 'apimachinery/runtime/serializer'
import { jsonFormat } from 'apimachinery/runtime/serializer/json'
import { GroupVersion, GroupVersionKind } from 'apimachinery/schema'

const group = 'stable.example.com'

function descriptorOf(version, specFields) {
  const name = (kind) => `com.example.stable.${version}.${kind}`
  const metadata = struct(name('Metadata'), () => [
    ['name', 1, scalar('string'), '?'],
    ['labels', 2, map(scalar('string')), '?'],
  ])
  return struct(name('CronTab'), () => [
    ['kind', 1, scalar('string'), '?'],
    ['apiVersion', 2, scalar('string'), '?'],
    ['metadata', 3, metadata],
    ['spec', 4, struct(name('CronTabSpec'), () => specFields)],
  ])
}

class OldCronTab extends TypedObject {
  static groupVersionKind = new GroupVersionKind(group, 'v1beta1', 'CronTab')
  static descriptor = descriptorOf('v1beta1', [
    ['cron', 1, scalar('string')],
    ['limit', 2, scalar('int64'), '*?'],
  ])
}

class CronTab extends TypedObject {
  static groupVersionKind = new GroupVersionKind(group, 'v1', 'CronTab')
  static descriptor = descriptorOf('v1', [
    ['schedule', 1, scalar('string')],
    ['limit', 2, scalar('int64'), '*?'],
  ])
}

function makeScheme() {
  const scheme = new Scheme({ name: 'core' })
  scheme.addKinds(OldCronTab, CronTab)
  scheme.addConversion(
    OldCronTab,
    CronTab,
    ({ metadata, spec }) => new CronTab({ metadata, spec: { schedule: spec.cron, limit: spec.limit } }),
  )
  scheme.addTypeDefaultingFunc(OldCronTab, (object) => {
    object.spec.limit ??= 7
  })
  return scheme
}

function attempt(action) {
  try {
    return action()
  } catch (error) {
    return `${error.code}: ${error.message}`
  }
}

const input = `{"apiVersion":"${group}/v1beta1","kind":"CronTab","metadata":{"name":"nightly","labels":{"__proto__":"kept"}},"spec":{"cron":"0 3 * * *"}}`
const beyondDoubles = `{"apiVersion":"other.example.com/v1","kind":"Counter","count":9007199254740993}`

/** @returns {Record<string, unknown>} values that JSON can carry */
export function runCoreScenario() {
  const scheme = makeScheme()
  const codecs = new JSONCodecFactory(scheme)
  const json = codecs.supportedMediaTypes()[0].serializer
  const toV1 = new GroupVersion(group, 'v1')
  const text = (bytes) => new TextDecoder().decode(bytes)

  const { object, gvk } = codecs.universalDeserializer().decode(input)
  const converted = codecs.universalDecoder(toV1).decode(input).object
  const dynamic = new JSONCodecFactory(new Scheme(), { unstructured: true }).supportedMediaTypes()[0].serializer
  const strict = new CoreCodecFactory(scheme, { formats: [jsonFormat], strict: true }).universalDeserializer()
  return {
    gvk: gvk.toString(),
    typed: object instanceof OldCronTab,
    faithful: text(json.encode(object)),
    converted: text(codecs.encoderForVersion(json, toV1).encode(converted)),
    exact: text(dynamic.encode(dynamic.decode(beyondDoubles).object)),
    strict: attempt(() => strict.decode(input.replace('"cron"', '"corn"'))),
    cut: attempt(() => strict.decode(input.slice(0, -2))),
  }
}
