import { addToScheme } from 'apimachinery/api'
import { parseJSON, stringifyJSON } from 'apimachinery/json'
import { Scheme, Unstructured, UnstructuredList } from 'apimachinery/runtime'
import { JSONSerializer, UnstructuredJSONScheme } from 'apimachinery/runtime/serializer/json'
import { YAMLSerializer } from 'apimachinery/runtime/serializer/yaml'
import { GroupVersionKind, parseGroupVersion } from 'apimachinery/schema'

let shared

/** The scheme with every built-in kind, and serializers that read and write as Go does. Made on first use. */
function machinery() {
  if (shared === undefined) {
    const scheme = new Scheme({ name: '<SCHEME>' })
    addToScheme(scheme)
    const lenient = new JSONSerializer(scheme, { mode: 'canonical', integers: 'bigint' })
    const strict = new JSONSerializer(scheme, { mode: 'strict', canonical: true, integers: 'bigint' })
    const lenientYAML = new YAMLSerializer(scheme, { mode: 'canonical', integers: 'bigint' })
    const strictYAML = new YAMLSerializer(scheme, { mode: 'strict', canonical: true, integers: 'bigint' })
    shared = { lenient, strict, lenientYAML, strictYAML }
  }
  return shared
}

const decoder = new TextDecoder()

function inputOf({ in: input, in64 }) {
  if (in64 !== undefined) return new Uint8Array(Buffer.from(in64, 'base64'))
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function textOf(bytes) {
  return decoder.decode(bytes)
}

/** `apps/v1/Deployment`, as requests name kinds. */
function kindOf(text) {
  const slash = text.lastIndexOf('/')
  const { group, version } = parseGroupVersion(text.slice(0, slash))
  return new GroupVersionKind(group, version, text.slice(slash + 1))
}

function kindText({ group, version, kind }) {
  return `${group === '' ? version : `${group}/${version}`}/${kind}`
}

/** Go names kinds of errors; so do the codes of this package. */
const errorTypes = new Set(['NotRegistered', 'MissingKind', 'MissingVersion', 'StrictDecoding'])

function failure(error) {
  const answer = { error: error.message }
  if (errorTypes.has(error.code)) answer.errorType = error.code
  if (error.code === 'StrictDecoding') answer.strict = [...error.errors]
  return answer
}

function decodeOptions({ gvk, unstructured }) {
  const options = {}
  if (typeof gvk === 'string' && gvk !== '') options.defaults = kindOf(gvk)
  if (unstructured === true) options.into = Unstructured
  return options
}

/** Decodes and writes again; a strict error leaves the object that was read. */
function decodeAndWrite(serializer, request) {
  const { lenient } = machinery()
  try {
    const { object, gvk } = serializer.decode(inputOf(request), decodeOptions(request))
    return { gvk: kindText(gvk), out: textOf(lenient.encode(object)) }
  } catch (error) {
    if (error.code !== 'StrictDecoding') return failure(error)
    const { object, gvk } = error.decoded
    return { ...failure(error), gvk: kindText(gvk), out: textOf(lenient.encode(object)) }
  }
}

function readersOf(format) {
  const { lenient, strict, lenientYAML, strictYAML } = machinery()
  return format === 'yaml' ? { lenient: lenientYAML, strict: strictYAML } : { lenient, strict }
}

/** Go holds the same object whether it reads strictly or not; here only canonical reading gives what Go holds. */
function strictDecode(request) {
  const { lenient, strict } = readersOf(request.format ?? 'json')
  const { gvk: _, ...answer } = decodeAndWrite(strict, request)
  const second = decodeAndWrite(lenient, request)
  if ('error' in second) return { ...answer, lenientError: second.error }
  return { ...answer, ...('out' in answer ? { out: second.out } : {}), lenientOut: second.out }
}

function unstructured(request) {
  const scheme = new UnstructuredJSONScheme()
  try {
    const { object, gvk } = scheme.decode(inputOf(request))
    const goType = object instanceof UnstructuredList ? '*unstructured.UnstructuredList' : '*unstructured.Unstructured'
    return { goType, gvk: kindText(gvk), out: textOf(scheme.encode(object)) }
  } catch (error) {
    return failure(error)
  }
}

/** What Go's `interface{}` holds after reading JSON; a whole number may be a float, which only the text tells. */
function goType(value, text) {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return typeof value === 'bigint' || (Number.isSafeInteger(value) && /^\s*-?\d+\s*$/.test(text)) ? 'int64' : 'float64'
}

function utilJSON(request) {
  try {
    const input = inputOf(request)
    const value = parseJSON(input, { numbers: 'go' })
    return { out: stringifyJSON(value), goType: goType(value, input) }
  } catch (error) {
    return { error: error.message }
  }
}

export const operations = {
  jsonroundtrip: (request) =>
    decodeAndWrite(request.strict === true ? machinery().strict : machinery().lenient, request),
  strictdecode: strictDecode,
  unstructured,
  utiljson: utilJSON,
}
