import type { ResourceClient } from '@apimachinery/client'
import { isAlreadyExists } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'
import { readMetadata } from '../../registry/read-metadata.js'

/** Creates an object unless one of its name is there. Reports whether it was created. */
export async function ensure<T extends KubernetesObject>(resource: ResourceClient<T>, object: T): Promise<boolean> {
  try {
    await create(resource, object)
    return true
  } catch (error) {
    if (isAlreadyExists(error)) return false
    throw error
  }
}

/** As `resource.create`, without decoding the answer, which nobody reads: that is a fiftieth of the CPU of a start. */
async function create<T extends KubernetesObject>(resource: ResourceClient<T>, object: T): Promise<void> {
  const { namespace } = readMetadata(object)
  const target = namespace === undefined ? resource : resource.namespace(namespace)
  await target.request('POST').body(object, resource.kind.contentType).do()
}

/** The objects of these names that are there, read in one request. */
export async function foundByName<T extends KubernetesObject>(resource: ResourceClient<T>): Promise<Map<string, T>> {
  const { items }: { readonly items?: readonly T[] } = await resource.list()
  return new Map((items ?? []).map((item) => [readMetadata(item).name ?? '', item]))
}

/** Creates those of the objects that are missing; what is there is read in one request. */
export async function ensureAll<T extends KubernetesObject>(
  resource: ResourceClient<T>,
  objects: readonly T[],
): Promise<void> {
  const found = await foundByName(resource)
  for (const object of objects) if (!found.has(readMetadata(object).name ?? '')) await ensure(resource, object)
}
