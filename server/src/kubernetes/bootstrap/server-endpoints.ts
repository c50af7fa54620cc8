import type { Client, ResourceClient } from '@apimachinery/client'
import { type EndpointPort, Endpoints } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { isNotFound } from 'apimachinery/errors'
import { ensureMetadata } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import { readMetadata } from '../../registry/read-metadata.js'
import { ensure } from './ensure.js'

const namespace = 'default'
const name = 'kubernetes'

/** Where servers are reached: their addresses, and the one port of all. */
export interface ServerAddresses {
  /** Of one IP family. */
  readonly addresses: readonly string[]
  readonly port: number
}

/**
 * Writes the endpoints of the service `kubernetes`, in both forms that clients read.
 *
 * Source: pkg/controlplane/reconcilers of Kubernetes.
 */
export async function writeServerEndpoints(client: Client, { addresses, port }: ServerAddresses): Promise<void> {
  const sorted = [...new Set(addresses)].sort()
  const ports: EndpointPort[] = [{ name: 'https', port, protocol: 'TCP' }]
  await write(client.resource(Endpoints).namespace(namespace), {
    wanted: new Endpoints({
      metadata: { name, namespace, labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      ...(sorted.length > 0 && { subsets: [{ addresses: sorted.map((ip) => ({ ip })), ports }] }),
    }),
    same: (found, wanted) => sameJSON(found.subsets, wanted.subsets),
  })
  const addressType = sorted[0]?.includes(':') ? 'IPv6' : 'IPv4'
  await write(client.resource(EndpointSlice).namespace(namespace), {
    wanted: new EndpointSlice({
      metadata: { name, namespace, labels: { 'kubernetes.io/service-name': name } },
      addressType,
      endpoints: sorted.map((address) => ({ addresses: [address], conditions: { ready: true } })),
      ports,
    }),
    same: (found, wanted) =>
      sameJSON(found.endpoints, wanted.endpoints) &&
      found.ports?.[0]?.port === port &&
      found.addressType === addressType,
  })
}

interface DesiredObject<T extends KubernetesObject> {
  readonly wanted: T
  readonly same: (found: T, wanted: T) => boolean
}

async function write<T extends KubernetesObject>(
  resource: ResourceClient<T>,
  { wanted, same }: DesiredObject<T>,
): Promise<void> {
  try {
    const found = await resource.get(name)
    if (same(found, wanted)) return
    ensureMetadata(wanted).resourceVersion = readMetadata(found).resourceVersion
    await resource.update(wanted)
  } catch (error) {
    if (!isNotFound(error)) throw error
    await ensure(resource, wanted)
  }
}

function sameJSON(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? []) === JSON.stringify(b ?? [])
}
