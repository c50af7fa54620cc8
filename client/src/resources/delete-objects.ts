import { isForbidden, isMethodNotSupported, isNotFound } from 'apimachinery/errors'
import { getUID, type Unstructured } from 'apimachinery/runtime'
import type { Client } from '../client/client.js'
import { type ObjectInfo, resourceOf } from './object-info.js'
import { waitFor } from './wait-for.js'
import { type DryRun, dryRunOption } from './write-options.js'

/** How objects are deleted. */
export interface DeleteObjectOptions {
  readonly dryRun?: DryRun | undefined
  /** Default `Background`. */
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined
  readonly gracePeriodSeconds?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Deletes an object; returns its UID, by which waiting can distinguish it from a new object of the same name. */
export async function deleteObject(
  client: Client,
  info: ObjectInfo,
  { dryRun, propagationPolicy = 'Background', gracePeriodSeconds, signal }: DeleteObjectOptions = {},
): Promise<string | undefined> {
  if (dryRun === 'client') return undefined
  const answer = await resourceOf(client, info).delete(info.name, {
    propagationPolicy,
    signal,
    gracePeriodSeconds,
    dryRun: dryRunOption(dryRun),
  })
  const { details } = answer as { details?: { uid?: string } }
  return details?.uid ?? (getUID(answer) || undefined)
}

/** Waits until an object is gone. @throws MachineryError `WaitTimeout` */
export async function waitForDeletion(
  client: Client,
  info: ObjectInfo,
  options: {
    readonly uid?: string | undefined
    readonly timeoutMilliseconds: number
    readonly signal?: AbortSignal | undefined
  },
): Promise<void> {
  const { uid, ...rest } = options
  const isGone = (object: Unstructured | undefined): boolean =>
    object === undefined || (uid !== undefined && getUID(object) !== uid)
  try {
    await waitFor(client, info, { ...rest, until: isGone })
  } catch (error) {
    // A user who may delete may not always read.
    if (!isForbidden(error) && !isMethodNotSupported(error) && !isNotFound(error)) throw error
  }
}
