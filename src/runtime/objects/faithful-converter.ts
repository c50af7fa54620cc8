import { deepCopy } from '../../descriptor/deep-copy.js'
import { readFaithfully } from '../../descriptor/read-faithfully.js'
import { instantiate } from './instantiate.js'
import type { KindClass, KubernetesObject } from './typed-object.js'
import {
  type Unstructured,
  type UnstructuredList,
  unstructuredContent,
  unstructuredFromContent,
} from './unstructured.js'

/** The JSON of an object, unchanged, as an unstructured object that shares nothing with it. */
export function unstructuredCopy(object: KubernetesObject): Unstructured | UnstructuredList {
  return unstructuredFromContent(deepCopy(unstructuredContent(object)))
}

/**
 * The JSON of an object, unchanged, as an object of a class that shares nothing with it.
 *
 * @throws errors with the field path for values of the wrong type.
 */
export function typedCopy<T extends KubernetesObject>(object: KubernetesObject, type: KindClass<T>): T {
  return instantiate(readFaithfully(type.descriptor, deepCopy(unstructuredContent(object))), type)
}
