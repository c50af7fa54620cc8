import type { KubernetesObject } from 'apimachinery/runtime'

/** Key of an object in a store: `namespace/name`, or the name of an object without namespace. */
export function objectKey(object: KubernetesObject): string {
  const { metadata } = object as { metadata?: { name?: string; namespace?: string } }
  const name = metadata?.name ?? ''
  const namespace = metadata?.namespace
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}

/** Key of a name in a namespace. */
export function keyOfName({
  namespace,
  name,
}: {
  readonly namespace?: string | undefined
  readonly name: string
}): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`
}

/** Namespace and name of a key; an empty namespace if there is none. */
export function splitObjectKey(key: string): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/')
  return slash < 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) }
}
