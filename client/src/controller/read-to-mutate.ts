import { deepCopy } from 'apimachinery/descriptor'
import { MachineryError } from 'apimachinery/errors'
import { isTypedObject, type KindClass, type KubernetesObject } from 'apimachinery/runtime'
import { keyOfName } from '../cache/object-key.js'
import type { Client } from '../client/client.js'
import { ifFound } from '../rest/if-found.js'
import { nameAndNamespace } from '../rest/name-and-namespace.js'
import { classOf } from '../rest/resource-kind.js'

/** The object of the server, if any, and the result of a caller's function. */
export interface Mutated<T> {
  readonly type: KindClass<T & KubernetesObject>
  readonly found: T | undefined
  readonly wanted: T
}

/**
 * Reads the object with the name of `object` and lets `mutate` change a copy of it, or `object` itself if it does not
 * exist.
 *
 * @throws TypeError for objects without a class; MachineryError `NameChanged` if `mutate` changes name or namespace
 */
export async function readToMutate<T extends KubernetesObject>(
  client: Client,
  object: T,
  mutate: (object: T) => void | Promise<void>,
): Promise<Mutated<T>> {
  if (!isTypedObject(object)) throw new TypeError('expected an object of a kind class')
  const type = classOf(object)
  const found = await ifFound(client.get(type, nameAndNamespace(object)))
  const wanted = found === undefined ? object : deepCopy(found)
  const key = keyOfName(nameAndNamespace(wanted))
  await mutate(wanted)
  if (keyOfName(nameAndNamespace(wanted)) !== key)
    throw new MachineryError('NameChanged', `mutate must not rename ${key}`)
  return { type, found, wanted }
}
