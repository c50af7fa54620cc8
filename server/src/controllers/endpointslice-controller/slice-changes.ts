import type { Client } from '@apimachinery/client'
import type { Service } from 'apimachinery/api/core/v1'
import { EndpointSlice } from 'apimachinery/api/discovery/v1'
import { hasStatusCause, messageOf } from 'apimachinery/errors'
import { isDeleting } from '../controller.js'
import type { SliceTracker } from '../service-endpoints/slice-tracker.js'
import { withTriggerTime } from '../service-endpoints/trigger-times.js'
import { isOwnedBy } from './slice-metadata.js'

/** What becomes of the slices of a service in one family. */
export interface SliceChanges {
  readonly create: readonly EndpointSlice[]
  readonly update: readonly EndpointSlice[]
  readonly delete: readonly EndpointSlice[]
}

/** Who writes changes. */
export interface SliceWriter {
  readonly client: Client
  readonly tracker: SliceTracker
}

/**
 * Writes changes; a slice that would be deleted is used again for one that would be created.
 *
 * @throws Error for the first change that fails.
 * Source: `finalize` of k8s.io/endpointslice.
 */
export async function writeChanges(
  { client, tracker }: SliceWriter,
  service: Service,
  { changes, time }: { readonly changes: SliceChanges; readonly time: string | undefined },
): Promise<void> {
  const { create, update, delete: remove } = recycled(service, changes)
  const of = `for Service ${service.metadata?.namespace}/${service.metadata?.name}`
  // The slices of a service that is being deleted are collected; new ones would be in the way.
  for (const slice of isDeleting(service) ? [] : create) {
    try {
      tracker.wrote(await client.create(withTime(slice, time)))
    } catch (error) {
      if (hasStatusCause(error, 'NamespaceTerminating')) return
      throw new Error(`failed to create EndpointSlice ${of}: ${messageOf(error)}`, { cause: error })
    }
  }
  for (const slice of update) {
    const failed = `failed to update ${slice.metadata?.name} EndpointSlice ${of}`
    tracker.wrote(await named(failed, client.update(withTime(slice, time))))
  }
  for (const slice of remove) {
    await named(`failed to delete ${slice.metadata?.name} EndpointSlice ${of}`, client.delete(slice))
    tracker.deleted(slice)
  }
}

function recycled(service: Service, { create, update, delete: remove }: SliceChanges): SliceChanges {
  const [created, updated, kept] = [[...create], [...update], [] as EndpointSlice[]]
  for (const old of remove) {
    const next = created.at(-1)
    if (next === undefined || old.addressType !== next.addressType || !isOwnedBy(old, service)) {
      kept.push(old)
      continue
    }
    created.pop()
    updated.push(new EndpointSlice({ ...next, metadata: { ...next.metadata, name: old.metadata?.name } }))
  }
  return { create: created, update: updated, delete: kept }
}

function withTime(slice: EndpointSlice, time: string | undefined): EndpointSlice {
  const annotations = withTriggerTime(slice.metadata?.annotations, time)
  return new EndpointSlice({ ...slice, metadata: { ...slice.metadata, annotations } })
}

async function named<T>(what: string, done: Promise<T>): Promise<T> {
  return done.catch((error: unknown) => {
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error })
  })
}
