import type { Decoder, Encoder } from '../interfaces.js'
import type { KubernetesObject } from '../objects/typed-object.js'
import { isUnknown, Unknown } from '../objects/unknown.js'
import { isNotRegisteredError } from '../scheme/not-registered-error.js'

/** Objects after an attempt on each, and what went wrong with those that stayed as they were. */
export interface ListOutcome {
  readonly objects: readonly KubernetesObject[]
  readonly errors: readonly { readonly index: number; readonly error: unknown }[]
}

/** Encodes each object into an {@link Unknown}; one that cannot be encoded stays as it is. */
export function encodeList(encoder: Encoder, objects: readonly KubernetesObject[]): ListOutcome {
  return attempt(objects, (object) => new Unknown({ raw: encoder.encode(object) }))
}

/**
 * Decodes each {@link Unknown} with the first of `decoders` that has its kind. An object whose kind none of them has stays
 * unchanged; other objects are passed on.
 */
export function decodeList(objects: readonly KubernetesObject[], ...decoders: Decoder[]): ListOutcome {
  return attempt(objects, (object) => (isUnknown(object) ? decodeItem(object, decoders) : object))
}

function decodeItem(object: Unknown, decoders: readonly Decoder[]): KubernetesObject {
  for (const decoder of decoders) {
    try {
      return decoder.decode(object.raw).object
    } catch (error) {
      if (!isNotRegisteredError(error)) throw error
    }
  }
  return object
}

function attempt(
  objects: readonly KubernetesObject[],
  step: (object: KubernetesObject) => KubernetesObject,
): ListOutcome {
  const errors: { index: number; error: unknown }[] = []
  const results = objects.map((object, index) => {
    try {
      return step(object)
    } catch (error) {
      errors.push({ index, error })
      return object
    }
  })
  return { objects: results, errors }
}
