import { MachineryError } from '../../errors/machinery-error.js'
import { messageOf } from '../../errors/message-of.js'
import { isJSONObject, type JSONObject, type JSONValue } from '../../json/json-value.js'
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
  }
  const converted = convertedObjects(await answerOf(review, call), uid, call)
  if (converted.length !== objects.length) {
    throw failure(call, `returned ${converted.length} objects, expected ${objects.length}`)
  }
  return converted.map((object, i) => checked(object, objects[i] as JSONObject, { call, index: i }))
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
  readonly index: number
}

function checked(value: JSONValue, original: JSONObject, { call, index }: Place): JSONObject {
  const where = `returned invalid converted object at index ${index}`
  if (!isJSONObject(value)) throw failure(call, `${where}: not an object`)
  const expected: readonly (readonly [string, JSONValue, JSONValue])[] = [
    ['groupVersion', call.desiredAPIVersion, value.apiVersion ?? ''],
    ['kind', original.kind ?? '', value.kind ?? ''],
  ]
  for (const [what, wanted, got] of expected) {
    if (wanted !== got)
      throw failure(call, `${where}: invalid ${what} (expected ${String(wanted)}, received ${String(got)})`)
  }
  checkIdentity(value, original, (problem) => failure(call, `${where}: ${problem}`))
  const fail = (problem: string) => failure(call, `returned invalid metadata in object at index ${index}: ${problem}`)
  return { ...value, metadata: restoredMetadata(value, original, fail) }
}

type Fail = (problem: string) => MachineryError

function checkIdentity(value: JSONObject, original: JSONObject, fail: Fail): void {
  const [before, after] = [original, value].map((each) => (isJSONObject(each.metadata) ? each.metadata : {}))
  for (const [field, name] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [wanted, got] = [before?.[field] ?? '', after?.[field] ?? '']
    if (wanted !== got) throw fail(`must have the same ${name}: ${String(wanted)} != ${String(got)}`)
  }
}

function restoredMetadata(value: JSONObject, original: JSONObject, fail: Fail): JSONObject {
  if (value.metadata === undefined) throw fail('missing metadata in converted object')
  if (!isJSONObject(value.metadata)) throw fail('invalid metadata in converted object')
  const metadata: JSONObject = isJSONObject(original.metadata) ? copyJSON(original.metadata) : {}
  for (const field of ['labels', 'annotations'] as const) {
    const texts = value.metadata[field] ?? undefined
    if (texts === undefined) delete metadata[field]
    else metadata[field] = checkedTexts(field, texts, fail)
  }
  return metadata
}

function checkedTexts(field: 'labels' | 'annotations', value: JSONValue, fail: Fail): JSONObject {
  if (!isJSONObject(value)) throw fail(`invalid metadata.${field} in converted object`)
  for (const [key, text] of Object.entries(value)) {
    if (typeof text !== 'string') throw fail(`metadata.${field}[${key}] must be a string in converted object`)
  }
  const path = fieldPath('metadata', field)
  const texts = value as Record<string, string>
  const errors = field === 'labels' ? validateLabels(texts, path) : validateAnnotations(texts, path)
  const aggregate = toAggregate(errors)
  if (aggregate !== undefined) throw fail(aggregate.message)
  return value
}

function failure({ description }: ConversionCall, problem: string, cause?: unknown): MachineryError {
  return new MachineryError('ConversionWebhook', `conversion webhook for ${description} ${problem}`, { cause })
}
