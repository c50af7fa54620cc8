import { newBadRequest } from '../../errors/new-status-error.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'

/** Compares the name of an object with the one in the URL. @throws StatusError `BadRequest`. */
export function checkURLName(object: KubernetesObject, name: string): void {
  const given = ensureMetadata(object).name ?? ''
  if (given === name) return
  if (given === '') {
    throw newBadRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`)
  }
  throw newBadRequest(`the name of the object (${given}) does not match the name on the URL (${name})`)
}
