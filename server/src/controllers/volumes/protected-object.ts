import type { KubernetesObject } from 'apimachinery/runtime'
import { getFinalizers } from 'apimachinery/runtime'
import { isDeleting } from '../controller.js'

/** Reports whether an object is being deleted, and only this finalizer and the like hold it. */
export function isHeldBy(object: KubernetesObject, finalizer: string): boolean {
  return isDeleting(object) && (getFinalizers(object) ?? []).includes(finalizer)
}

/** Reports whether an object that is not being deleted lacks a finalizer. */
export function lacksFinalizer(object: KubernetesObject, finalizer: string): boolean {
  return !isDeleting(object) && !(getFinalizers(object) ?? []).includes(finalizer)
}
