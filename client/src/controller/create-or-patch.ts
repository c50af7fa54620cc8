import { createMergePatch, type JSONMap, PatchType } from 'apimachinery/patch'
import { type KubernetesObject, toUnstructured } from 'apimachinery/runtime'
import type { Client } from '../client/client.js'
import { metadataOf } from '../rest/metadata-of.js'
import { readToMutate } from './read-to-mutate.js'

/** What {@link createOrPatch} did; `updatedStatus` means the object and its status. */
export type CreateOrPatchResult = 'created' | 'updated' | 'updatedStatus' | 'updatedStatusOnly' | 'unchanged'

/**
 * Reads an object by the name that `object` has, lets `mutate` change what is there, and sends the changes as merge patches, those
 * of the status to the `status` sub-resource; creates it when there is none, and then its status waits for the next call.
 * A change of lists inside is a change of the whole list, and no patch conflicts with other writers.
 * `controllerutil.CreateOrPatch`.
 *
 * @throws MachineryError `NameChanged` when `mutate` changes name or namespace; RequestStatusError
 */
export async function createOrPatch<T extends KubernetesObject>(
  client: Client,
  object: T,
  mutate: (object: T) => void | Promise<void>,
): Promise<{ readonly result: CreateOrPatchResult; readonly object: T }> {
  const { type, found, wanted } = await readToMutate(client, object, mutate)
  if (found === undefined) return { result: 'created', object: await client.create(wanted) }
  const { status, ...main } = createMergePatch(toUnstructured(found), toUnstructured(wanted))
  const { name, namespace } = metadataOf(wanted)
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
