import { MachineryError } from '../../errors/machinery-error.js'
import { messageOf } from '../../errors/message-of.js'
import { isJSONObject, type JSONObject, type JSONValue, stringOrEmpty } from '../../json/json-value.js'
import { validateAnnotations } from '../../validation/annotations.js'
import { toAggregate } from '../../validation/error-list.js'
import { fieldPath } from '../../validation/field-path.js'
import { validateLabels } from '../../validation/labels.js'
import { copyJSON } from '../structural/default-value.js'

/**
 * Sends a ConversionReview to a webhook and returns its response: a `fetch` with the caller's certificate, or a handler of
 * `apimachinery/webhook` in the same process.
 */
export type ConversionTransport = (review: JSONObject) => Promise<JSONValue>

/** The target version of a conversion, and its transport. */
export interface ConversionCall {
  readonly desiredAPIVersion: string
  /** For messages: `stable.example.com/v1, Kind=CronTab`. */
  readonly description: string
  readonly transport: ConversionTransport
  /** Messages are those of an object that is converted alone, and not of one in a list. Default: false. */
  readonly single?: boolean
}

/**
 * Converts objects through a webhook, as an API server does: the response is checked, and only labels and annotations are
 * taken from its metadata.
 *
 * @throws MachineryError `ConversionWebhook` in Go's wording if the webhook refuses or its response is invalid.
 */
export async function convertThroughWebhook(objects: readonly object[], call: ConversionCall): Promise<JSONObject[]> {
  if (objects.length === 0) return []
  const uid = crypto.randomUUID()
  const { desiredAPIVersion } = call
  const review = {
    kind: 'ConversionReview',
    apiVersion: 'apiextensions.k8s.io/v1',
    request: { uid, desiredAPIVersion, objects: [...objects] as JSONObject[] },
    // As Go writes it; the webhook fills it in.
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  }
  const converted = convertedObjects(await answerOf(review, call), uid, call)
  if (converted.length !== objects.length) {
    throw failure(call, `returned ${converted.length} objects, expected ${objects.length}`)
  }
  const place = (index: number): Place => ({ call, index: call.single ? undefined : index })
  return converted.map((object, i) => checked(object, objects[i] as JSONObject, place(i)))
}

async function answerOf(review: JSONObject, call: ConversionCall): Promise<JSONObject> {
  let answer: JSONValue
  try {
    answer = await call.transport(review)
  } catch (error) {
    throw failure(call, `failed: ${messageOf(error)}`, error)
  }
  const response = isJSONObject(answer) && answer.kind === 'ConversionReview' ? answer.response : undefined
  if (!isJSONObject(response)) throw failure(call, 'failed: no response provided')
  return response
}

function convertedObjects(response: JSONObject, uid: string, call: ConversionCall): JSONValue[] {
  if (response.uid !== uid) {
    throw failure(
      call,
      `failed: expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(response.uid ?? '')}`,
    )
  }
  const { status = '', message = '' } = isJSONObject(response.result) ? response.result : {}
  if (status !== 'Success') {
    throw failure(call, `failed: ${message || `response.result.status was '${String(status)}', not 'Success'`}`)
  }
  return Array.isArray(response.convertedObjects) ? response.convertedObjects : []
}

interface Place {
  readonly call: ConversionCall
  /** Absent where messages are of single objects, of which Go says less. */
  readonly index: number | undefined
}

function checked(value: JSONValue, original: JSONObject, { call, index }: Place): JSONObject {
  const object = read(value, (problem) =>
    index === undefined
      ? new MachineryError('ConversionWebhook', problem)
      : failure(call, `returned invalid converted object at index ${index}: ${problem}`),
  )
  const what = index === undefined ? 'invalid object' : 'invalid converted object'
  const expected: readonly (readonly [string, JSONValue, JSONValue])[] = [
    ['groupVersion', call.desiredAPIVersion, object.apiVersion ?? ''],
    ['kind', original.kind ?? '', object.kind ?? ''],
  ]
  for (const [field, wanted, got] of expected) {
    if (wanted === got) continue
    const problem = `invalid ${field} (expected ${String(wanted)}, received ${String(got)})`
    throw failure(call, `returned ${what} at index ${index ?? 0}: ${problem}`)
  }
  const at = index === undefined ? '' : ` at index ${index}`
  checkIdentity(object, original, (problem) => failure(call, `returned ${what}${at}: ${problem}`))
  const where = index === undefined ? '' : ` in object at index ${index}`
  const fail = (problem: string) => failure(call, `returned invalid metadata${where}: ${problem}`)
  return { ...object, metadata: restoredMetadata(object, original, fail) }
}

/** Source: `UnmarshalJSON` of `Unstructured`. */
function read(value: JSONValue, fail: Fail): JSONObject {
  if (value === null) throw fail('unexpected end of JSON input')
  if (!isJSONObject(value)) {
    const type = Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value
    throw fail(`json: cannot unmarshal ${type} into Go value of type map[string]interface {}`)
  }
  if (!value.kind) throw fail(`Object 'Kind' is missing in '${inOrder(value)}'`)
  return value
}

type Fail = (problem: string) => MachineryError

function checkIdentity(value: JSONObject, original: JSONObject, fail: Fail): void {
  const [before, after] = [original, value].map((each) => (isJSONObject(each.metadata) ? each.metadata : {}))
  for (const [field, name] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [wanted, got] = [stringOrEmpty(before?.[field]), stringOrEmpty(after?.[field])]
    if (wanted !== got) throw fail(`must have the same ${name}: ${wanted} != ${got}`)
  }
}

/** The text as it came, but for spaces. */
function inOrder(value: JSONObject): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? Number(member) : member))
}

function restoredMetadata(value: JSONObject, original: JSONObject, fail: Fail): JSONObject {
  if (value.metadata === undefined) throw fail('missing metadata in converted object')
  if (!isJSONObject(value.metadata)) {
    throw fail(`invalid metadata of type ${goTypeOf(value.metadata)} in converted object`)
  }
  const metadata: JSONObject = isJSONObject(original.metadata) ? copyJSON(original.metadata) : {}
  for (const field of ['labels', 'annotations'] as const) {
    const texts = value.metadata[field] ?? undefined
    if (texts === undefined) delete metadata[field]
    else metadata[field] = checkedTexts(field, texts, fail)
  }
  return metadata
}

function checkedTexts(field: 'labels' | 'annotations', value: JSONValue, fail: Fail): JSONObject {
  if (!isJSONObject(value)) throw fail(`invalid metadata.${field} of type ${goTypeOf(value)} in converted object`)
  for (const [key, text] of Object.entries(value)) {
    if (typeof text === 'string') continue
    throw fail(`metadata.${field}[${key}] must be a string, but is ${goTypeOf(text)} in converted object`)
  }
  const texts = value as Record<string, string>
  // Upstream names the field of annotations so.
  const errors =
    field === 'labels'
      ? validateLabels(texts, fieldPath('metadata', 'labels'))
      : validateAnnotations(texts, fieldPath('metadata', 'annotation'))
  const aggregate = toAggregate(errors)
  if (aggregate !== undefined) throw fail(aggregate.message)
  return value
}

/** Go's name of the type that it reads JSON into. */
function goTypeOf(value: JSONValue): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'string':
      return 'string'
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64'
    case 'bigint':
      return 'int64'
    default:
      return 'map[string]interface {}'
  }
}

function failure({ description }: ConversionCall, problem: string, cause?: unknown): MachineryError {
  return new MachineryError('ConversionWebhook', `conversion webhook for ${description} ${problem}`, { cause })
}
