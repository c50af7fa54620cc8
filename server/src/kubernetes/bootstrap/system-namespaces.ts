import type { Client } from '@apimachinery/client'
import { Namespace } from 'apimachinery/api/core/v1'
import { ensure } from './ensure.js'

/** The namespaces that every cluster has. Source: pkg/controlplane of Kubernetes. */
export const systemNamespaces = ['kube-system', 'kube-public', 'default', 'kube-node-lease'] as const

/** Creates the system namespaces that are missing. */
export async function ensureSystemNamespaces(client: Client): Promise<void> {
  for (const name of systemNamespaces) await ensure(client.resource(Namespace), new Namespace({ metadata: { name } }))
}
