import type { KubernetesObject } from 'apimachinery/runtime'
import type { Attributes } from '../storage/stored-object.js'
import { readMetadata } from './read-metadata.js'

/** The labels of an object and its name, namespace and selectable fields, for selectors. */
export function attributesOf<T extends KubernetesObject>(
  object: T,
  namespaced: boolean,
  select: ((object: T) => Readonly<Record<string, string>>) | undefined,
): Attributes {
  const { name = '', namespace = '', labels } = readMetadata(object)
  const fields = { 'metadata.name': name, ...(namespaced && { 'metadata.namespace': namespace }), ...select?.(object) }
  return { labels: labels ?? {}, fields }
}
