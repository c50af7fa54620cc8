import { ensureMetadata } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import { type Encodable, encodable } from './encodable.js'
import { readMetadata } from './read-metadata.js'
import type { StoreOptions } from './store-options.js'

/** Whether a request is a dry run. */
export function isDryRun({ dryRun }: { readonly dryRun?: readonly string[] | null | undefined }): boolean {
  return (dryRun ?? []).length > 0
}

/** The result of a dry run: the object as a reader would get it. */
export async function dryRunResult<T extends KubernetesObject>(
  { asStored }: Pick<StoreOptions<T>, 'asStored'>,
  object: T,
): Promise<Encodable<T>> {
  if (asStored === undefined) return encodable(object)
  const { resourceVersion } = readMetadata(object)
  const stored = await asStored(object)
  if (resourceVersion !== undefined) ensureMetadata(stored).resourceVersion = resourceVersion
  return encodable(stored)
}
