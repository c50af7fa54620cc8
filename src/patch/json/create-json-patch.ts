import fastJSONPatch from 'fast-json-patch'
import { presentKeys, setOwn } from '../../json/json-value.js'
import { parseJSON } from '../../json/parse-json.js'
import { stringifyJSON } from '../../json/stringify-json.js'
import { type DocumentText, isDocumentText } from '../document-text.js'
import { isMap, type JSONMap, sameValue } from '../json-map.js'
import { boundedDepth } from '../patch-error.js'
import type { JSONPatchOperation } from './json-patch-operation.js'

/**
 * Makes a JSON Patch, RFC 6902, that turns `original` into `modified`: texts give text, values give operations. Arrays are
 * compared index by index.
 *
 * @throws JSONSyntaxError for text that is not JSON.
 */
export function createJSONPatch(original: DocumentText, modified: DocumentText): string
export function createJSONPatch(original: object, modified: object): JSONPatchOperation[]
export function createJSONPatch(original: object | DocumentText, modified: object | DocumentText): unknown {
  const [before, after] = [original, modified].map((each) => (isDocumentText(each) ? parseJSON(each) : each))
  const operations = boundedDepth(() => compare(before, after))
  return isDocumentText(original) ? stringifyJSON(operations, { keys: 'kept' }) : operations
}

function compare(before: unknown, after: unknown): JSONPatchOperation[] {
  if (sameValue(before, after)) return []
  const [from, to] = [before, after].map(encode)
  if (!comparable(from) || !comparable(to) || Array.isArray(from) !== Array.isArray(to)) {
    return [{ op: 'replace', path: '', value: after }]
  }
  return decode(fastJSONPatch.compare(from, to)) as JSONPatchOperation[]
}

function comparable(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * fast-json-patch copies values with `JSON.stringify`, which rejects bigint: such integers are passed as text with a
 * marker, and text that starts like the marker gets another NUL as prefix.
 */
const nul = '\u0000'
const mark = `${nul}int64:`

function encode(value: unknown): unknown {
  if (typeof value === 'bigint') return `${mark}${value}`
  if (typeof value === 'string') return value.startsWith(nul) ? nul + value : value
  return mapMembers(value, encode)
}

function decode(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(nul)) return mapMembers(value, decode)
  return value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value.slice(1)
}

function mapMembers(value: unknown, change: (member: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  if (!isMap(value)) return value
  const result: JSONMap = {}
  for (const key of presentKeys(value)) setOwn(result, key, change(value[key]))
  return result
}
