import { deepEqual } from 'apimachinery/descriptor'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Client } from '../client/client.js'
import { readToMutate } from './read-to-mutate.js'

/** What {@link createOrUpdate} did. */
export type CreateOrUpdateResult = 'created' | 'updated' | 'unchanged'

/**
 * Reads an object by the name that `object` has, lets `mutate` change what is there, and writes it when something has changed;
 * creates it when there is none. `controllerutil.CreateOrUpdate`.
 *
 * @throws MachineryError `NameChanged` when `mutate` changes name or namespace; RequestStatusError, a conflict among others
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
