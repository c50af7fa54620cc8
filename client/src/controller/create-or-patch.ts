import { createMergePatch, type JSONMap, PatchType } from 'apimachinery/patch'
import { type KubernetesObject, toUnstructured } from 'apimachinery/runtime'
import type { Client } from '../client/client.js'
import { nameAndNamespace } from '../rest/name-and-namespace.js'
import { readToMutate } from './read-to-mutate.js'

/** The result of {@link createOrPatch}; `updatedStatus` means the object and its status. */
export type CreateOrPatchResult = 'created' | 'updated' | 'updatedStatus' | 'updatedStatusOnly' | 'unchanged'

/**
 * Reads the object with the name of `object`, lets `mutate` change it, and sends the changes as merge patches, those of the
 * status to the `status` subresource; creates the object if it does not exist, and leaves its status to the next call. A
 * change within a list replaces the whole list, and patches do not conflict with other writers.
 * `controllerutil.CreateOrPatch`.
 *
 * @throws MachineryError `NameChanged` if `mutate` changes name or namespace; RequestStatusError
 */
export async function createOrPatch<T extends KubernetesObject>(
  client: Client,
  object: T,
  mutate: (object: T) => void | Promise<void>,
): Promise<{ readonly result: CreateOrPatchResult; readonly object: T }> {
  const { type, found, wanted } = await readToMutate(client, object, mutate)
  if (found === undefined) return { result: 'created', object: await client.create(wanted) }
  const { status, ...main } = createMergePatch(toUnstructured(found), toUnstructured(wanted))
  const { name, namespace } = nameAndNamespace(wanted)
  const resource = namespace === undefined ? client.resource(type) : client.resource(type).namespace(namespace)
  const merge = (body: JSONMap) => ({ type: PatchType.Merge, body })
  let written = found
  const changed = Object.keys(main).length > 0
  if (changed) written = await resource.patch(name, merge(main))
  if (status !== undefined) written = await resource.status().patch(name, merge({ status }))
  return { result: resultOf(changed, status !== undefined), object: written }
}

function resultOf(changed: boolean, statusChanged: boolean): CreateOrPatchResult {
  if (changed) return statusChanged ? 'updatedStatus' : 'updated'
  return statusChanged ? 'updatedStatusOnly' : 'unchanged'
}
