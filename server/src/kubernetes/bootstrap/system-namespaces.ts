import type { Client, ResourceClient } from '@apimachinery/client'
import { Namespace } from 'apimachinery/api/core/v1'
import { isNotFound } from 'apimachinery/errors'
import { ensure } from './ensure.js'

/** The namespaces that every cluster has. Source: pkg/controlplane of Kubernetes. */
export const systemNamespaces = ['kube-system', 'kube-public', 'default', 'kube-node-lease'] as const

/** Creates the system namespaces that are missing. */
export async function ensureSystemNamespaces(client: Client): Promise<void> {
  const namespaces = client.resource(Namespace)
  for (const name of systemNamespaces) {
    // A list may be long, and a creation that fails passes admission; this is done each minute.
    if (!(await exists(namespaces, name))) await ensure(namespaces, new Namespace({ metadata: { name } }))
  }
}

async function exists(namespaces: ResourceClient<Namespace>, name: string): Promise<boolean> {
  try {
    await namespaces.get(name)
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}
