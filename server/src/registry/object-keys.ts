import { newBadRequest } from 'apimachinery/errors'
import { isPathSegmentName } from 'apimachinery/validation'

/** Where the objects of a resource are in the store. */
export interface ObjectKeys {
  /** Prefix of all objects of a namespace, of all namespaces for `''`; ends in a slash. @throws StatusError 400 */
  readonly collection: (namespace: string) => string
  /** Key of one object. @throws StatusError 400 without a usable namespace or name. */
  readonly object: (namespace: string, name: string) => string
}

/**
 * The usual keys: `<prefix>/<namespace>/<name>`, without the namespace for cluster-scoped resources.
 * Source: `NamespaceKeyFunc`, `NoNamespaceKeyFunc` of k8s.io/apiserver/pkg/registry/generic/registry.
 */
export function objectKeys(prefix: string, namespaced: boolean): ObjectKeys {
  return {
    collection: (namespace) => {
      if (!namespaced || namespace === '') return `${prefix}/`
      checkNamespace(namespace)
      return `${prefix}/${namespace}/`
    },
    object: (namespace, name) => {
      if (namespaced && namespace === '') throw newBadRequest('Namespace parameter required.')
      if (namespaced) checkNamespace(namespace)
      checkName(name)
      return namespaced ? `${prefix}/${namespace}/${name}` : `${prefix}/${name}`
    },
  }
}

/** Other invalid namespaces are not found; upstream lets these two fail in the storage, with 500. */
function checkNamespace(namespace: string): void {
  if (namespace !== '.' && namespace !== '..') return
  const problems = isPathSegmentName(namespace)
  throw newBadRequest(`Namespace parameter invalid: ${JSON.stringify(namespace)}: ${problems.join(';')}`)
}

function checkName(name: string): void {
  if (name === '') throw newBadRequest('Name parameter required.')
  const problems = isPathSegmentName(name)
  if (problems.length === 0) return
  throw newBadRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}`)
}
