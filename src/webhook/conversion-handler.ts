import { messageOf } from '../errors/message-of.js'
import type { JSONObject, JSONValue } from '../json/json-value.js'
import { Unstructured, unstructuredContent } from '../runtime/objects/unstructured.js'
import type { Scheme } from '../runtime/scheme/scheme.js'
import type { GroupVersion } from '../schema/group-version.js'
import { parseGroupVersion } from '../schema/parse.js'
import { answer, type WebhookHandler } from './answer.js'
import { ReviewError, readReview, type WebhookOptions } from './read-review.js'

const conversionReview = {
  kind: 'ConversionReview',
  apiVersions: ['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'],
}

/**
 * Makes the handler of a CRD's conversion webhook: it converts objects of every kind and version of the scheme to the desired
 * version. If one object cannot be converted, the whole review fails, with a message that names the object.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#webhook-conversion
 */
export function conversionHandler(scheme: Scheme, options: WebhookOptions = {}): WebhookHandler {
  const handler = (request: Request): Promise<Response> =>
    answer(async () => {
      const review = await readReview(request, conversionReview, options)
      const { desiredAPIVersion, objects } = review.request
      if (typeof desiredAPIVersion !== 'string') throw new ReviewError(400, 'request.desiredAPIVersion is missing')
      const response = { uid: review.uid, ...convertAll(scheme, objects ?? [], desiredAPIVersion) }
      return { kind: conversionReview.kind, apiVersion: review.apiVersion, response }
    })
  return Object.assign(handler, { facts: { type: 'conversion', scheme } as const })
}

function convertAll(scheme: Scheme, objects: JSONValue, desired: string): JSONObject {
  if (!Array.isArray(objects)) throw new ReviewError(400, 'request.objects is not a list')
  try {
    const target = parseGroupVersion(desired)
    const convertedObjects = objects.map((object, index) => convertOne(scheme, { object, index, target }))
    return { convertedObjects, result: { metadata: {}, status: 'Success' } }
  } catch (error) {
    return { convertedObjects: [], result: { metadata: {}, status: 'Failure', message: messageOf(error) } }
  }
}

interface Item {
  readonly object: JSONValue
  readonly index: number
  readonly target: GroupVersion
}

function convertOne(scheme: Scheme, { object, index, target }: Item): JSONValue {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw new Error(`request.objects[${index}]: not an object`)
  }
  try {
    return unstructuredContent(scheme.convertToVersion(new Unstructured(object), target))
  } catch (error) {
    throw new Error(`request.objects[${index}]: ${messageOf(error)}`, { cause: error })
  }
}
