import { newBadRequest } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { readMetadata } from '../registry/read-metadata.js'

/** The object must have the name in the path. Source: `checkName` of k8s.io/apiserver/pkg/endpoints/handlers. */
export function checkName(object: KubernetesObject, name: string, namespace: string): void {
  const metadata = readMetadata(object)
  const { name: objectName = '', namespace: objectNamespace = '' } = metadata
  if (objectName === '') {
    throw newBadRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`)
  }
  if (objectName !== name) {
    throw newBadRequest(`the name of the object (${objectName}) does not match the name on the URL (${name})`)
  }
  if (namespace !== '' && objectNamespace !== '' && objectNamespace !== namespace) {
    throw newBadRequest(
      `the namespace of the object (${objectNamespace}) does not match the namespace on the request (${namespace})`,
    )
  }
}
