import { parseJSON, stringifyJSON } from 'apimachinery/json'
import { Unstructured, UnstructuredList } from 'apimachinery/runtime'
import { UnstructuredJSONScheme } from 'apimachinery/runtime/serializer/json'
import { failure } from '../answer.mjs'
import { kindOf, kindText, machinery } from './recode.mjs'

const decoder = new TextDecoder()

function inputOf({ in: input, in64 }) {
  if (in64 !== undefined) return new Uint8Array(Buffer.from(in64, 'base64'))
  return typeof input === 'string' ? input : JSON.stringify(input)
}

function textOf(bytes) {
  return decoder.decode(bytes)
}

function decodeOptions({ gvk, unstructured }) {
  const options = {}
  if (typeof gvk === 'string' && gvk !== '') options.defaults = kindOf(gvk)
  if (unstructured === true) options.into = Unstructured
  return options
}

/** Decodes and writes JSON; a strict error leaves the object that was read. */
function decodeAndWrite(reader, request) {
  const { json } = machinery().writers
  try {
    const { object, gvk } = reader.decode(inputOf(request), decodeOptions(request))
    return { gvk: kindText(gvk), out: textOf(json.encode(object)) }
  } catch (error) {
    if (error.code !== 'StrictDecoding') return failure(error)
    const { object, gvk } = error.decoded
    return { ...failure(error), gvk: kindText(gvk), out: textOf(json.encode(object)) }
  }
}

/** Go holds the same object whether it reads strictly or not; here only canonical reading gives what Go holds. */
function strictDecode(request) {
  const readers = machinery().readers[request.format || 'json']
  if (readers === undefined) return { error: `unknown format "${request.format}"` }
  const [lenient, strict] = readers
  const { gvk: _, ...answer } = decodeAndWrite(strict, request)
  const second = decodeAndWrite(lenient, request)
  if ('error' in second) return { ...answer, lenientError: second.error }
  return { ...answer, ...('out' in answer ? { out: second.out } : {}), lenientOut: second.out }
}

function roundTrip(request) {
  const [lenient, strict] = machinery().readers.json
  if (request.strict !== true) return decodeAndWrite(lenient, request)
  const answer = decodeAndWrite(strict, request)
  return 'out' in answer ? { ...answer, out: decodeAndWrite(lenient, request).out } : answer
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

/** What Go's `interface{}` holds after reading JSON; a whole number may be a float, which only its text shows. */
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
  jsonroundtrip: roundTrip,
  strictdecode: strictDecode,
  unstructured,
  utiljson: utilJSON,
}
