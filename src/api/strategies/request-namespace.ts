import { newBadRequest } from '../../errors/new-status-error.js'
import { ensureMetadata } from '../../meta/object-with-meta.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'

/**
 * Sets the namespace of an object to that of the request; the empty text means none.
 *
 * Source: `EnsureObjectNamespaceMatchesRequestNamespace` of k8s.io/apiserver/pkg/registry/rest.
 * @throws StatusError `BadRequest` if both are set and differ.
 */
export function ensureNamespaceOfRequest(object: KubernetesObject, requestNamespace: string): void {
  const metadata = ensureMetadata(object)
  const namespace = metadata.namespace ?? ''
  if (namespace === requestNamespace) return
  if (requestNamespace === '') delete metadata.namespace
  else if (namespace === '') metadata.namespace = requestNamespace
  else {
    throw newBadRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
}
