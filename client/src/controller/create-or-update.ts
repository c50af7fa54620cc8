import { deepEqual } from 'apimachinery/descriptor'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Client } from '../client/client.js'
import { readToMutate } from './read-to-mutate.js'

/** The result of {@link createOrUpdate}. */
export type CreateOrUpdateResult = 'created' | 'updated' | 'unchanged'

/**
 * Reads the object with the name of `object`, lets `mutate` change it, and updates it if something has changed; creates it
 * if it does not exist. `controllerutil.CreateOrUpdate`.
 *
 * @throws MachineryError `NameChanged` if `mutate` changes name or namespace; RequestStatusError, for example for a
 * conflict
 */
export async function createOrUpdate<T extends KubernetesObject>(
  client: Client,
  object: T,
  mutate: (object: T) => void | Promise<void>,
): Promise<{ readonly result: CreateOrUpdateResult; readonly object: T }> {
  const { type, found, wanted } = await readToMutate(client, object, mutate)
  if (found === undefined) return { result: 'created', object: await client.create(wanted) }
  if (deepEqual(type.descriptor, found, wanted)) return { result: 'unchanged', object: found }
  return { result: 'updated', object: await client.update(wanted) }
}
