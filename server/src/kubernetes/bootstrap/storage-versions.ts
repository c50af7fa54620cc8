import type { Client } from '@apimachinery/client'
import {
  type ServerStorageVersion,
  StorageVersion,
  type StorageVersionCondition,
} from 'apimachinery/api/apiserverinternal/v1alpha1'
import { isAlreadyExists, isConflict, isNotFound } from 'apimachinery/errors'
import type { PassiveClock } from 'apimachinery/wait'

/** How a server stores a resource. */
export interface StoredResource {
  /** `''` for the core group. */
  readonly group: string
  readonly resource: string
  /** Such as `apps/v1`, as are the others. */
  readonly encodingVersion: string
  readonly decodableVersions: readonly string[]
  readonly servedVersions: readonly string[]
}

/** Who writes, and when. */
export interface StorageVersionWriter {
  readonly client: Client
  /** The name of the server's identity lease. */
  readonly serverID: string
  readonly clock: PassiveClock
}

const attempts = 5

/**
 * Says in an object of each resource how this server stores it. Throws the error of one that could not be written, after the
 * others were.
 *
 * Source: `Manager.UpdateStorageVersions` of k8s.io/apiserver/pkg/storageversion.
 */
export async function writeStorageVersions(
  resources: readonly StoredResource[],
  writer: StorageVersionWriter,
): Promise<void> {
  const errors: unknown[] = []
  for (const resource of resources) {
    await write(resource, writer).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

async function write(resource: StoredResource, writer: StorageVersionWriter): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(resource, writer)
    } catch (error) {
      // Another server writes it too.
      if (attempt === attempts || !(isConflict(error) || isAlreadyExists(error))) throw error
    }
  }
}

async function writeOnce(resource: StoredResource, { client, serverID, clock }: StorageVersionWriter): Promise<void> {
  const objects = client.resource(StorageVersion)
  const name = `${resource.group || 'core'}.${resource.resource}`
  const found = await objects.get(name).catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })
  const object = found ?? (await objects.create(new StorageVersion({ metadata: { name }, spec: {}, status: {} })))
  const before = JSON.stringify(object.status)
  object.status = statusWith(object, versionOf(resource, serverID), new Date(clock.now()))
  if (JSON.stringify(object.status) !== before) await objects.updateStatus(object)
}

function versionOf(
  { encodingVersion, decodableVersions, servedVersions }: StoredResource,
  apiServerID: string,
): ServerStorageVersion {
  return {
    apiServerID,
    encodingVersion,
    decodableVersions: [...decodableVersions],
    servedVersions: [...servedVersions],
  }
}

function statusWith(
  { status, metadata }: StorageVersion,
  own: ServerStorageVersion,
  now: Date,
): StorageVersion['status'] {
  const known = status?.storageVersions ?? []
  const isKnown = known.some(({ apiServerID }) => apiServerID === own.apiServerID)
  const storageVersions = isKnown
    ? known.map((each) => (each.apiServerID === own.apiServerID ? own : each))
    : [...known, own]
  const agreed = storageVersions.every(({ encodingVersion }) => encodingVersion === own.encodingVersion)
  const common = agreed ? own.encodingVersion : undefined
  const condition: StorageVersionCondition = {
    type: 'AllEncodingVersionsEqual',
    status: agreed ? 'True' : 'False',
    observedGeneration: metadata?.generation,
    lastTransitionTime: `${now.toISOString().slice(0, 19)}Z`,
    reason: agreed ? 'CommonEncodingVersionSet' : 'CommonEncodingVersionUnset',
    message: agreed ? 'Common encoding version set' : 'Common encoding version unset',
  }
  const old = status?.conditions?.find(({ type }) => type === condition.type)
  const before = status?.commonEncodingVersion
  const moved = before !== undefined && common !== undefined && before !== common
  if (old !== undefined && old.status === condition.status && !moved) {
    condition.lastTransitionTime = old.lastTransitionTime
  }
  const others = (status?.conditions ?? []).filter(({ type }) => type !== condition.type)
  return {
    storageVersions,
    ...(common !== undefined && { commonEncodingVersion: common }),
    conditions: [...others, condition],
  }
}
