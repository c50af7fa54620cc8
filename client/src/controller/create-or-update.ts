import { deepCopy, deepEqual } from 'apimachinery/descriptor'
import { isNotFound, MachineryError } from 'apimachinery/errors'
import { isTypedObject, type KindClass, type KubernetesObject } from 'apimachinery/runtime'
import { keyOfName } from '../cache/object-key.js'
import type { Client, ObjectKey } from '../client/client.js'
import { metadataOf } from '../rest/metadata-of.js'

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
  if (!isTypedObject(object)) throw new TypeError('createOrUpdate takes an object of a kind class')
  const type = object.constructor as unknown as KindClass<T>
  const found = await read(client, type, metadataOf(object))
  const wanted = found === undefined ? object : deepCopy(found)
  const key = keyOfName(metadataOf(wanted))
  await mutate(wanted)
  if (keyOfName(metadataOf(wanted)) !== key) throw new MachineryError('NameChanged', `mutate must not rename ${key}`)
  if (found === undefined) return { result: 'created', object: await client.create(wanted) }
  if (deepEqual(type.descriptor, found, wanted)) return { result: 'unchanged', object: found }
  return { result: 'updated', object: await client.update(wanted) }
}

async function read<T extends KubernetesObject>(
  client: Client,
  type: KindClass<T>,
  key: ObjectKey,
): Promise<T | undefined> {
  try {
    return await client.get(type, key)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
