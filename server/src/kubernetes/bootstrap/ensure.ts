import type { ResourceClient } from '@apimachinery/client'
import { isAlreadyExists } from 'apimachinery/errors'
import type { KubernetesObject } from 'apimachinery/runtime'

/** Creates an object unless one of its name is there. Reports whether it was created. */
export async function ensure<T extends KubernetesObject>(resource: ResourceClient<T>, object: T): Promise<boolean> {
  try {
    await resource.create(object)
    return true
  } catch (error) {
    if (isAlreadyExists(error)) return false
    throw error
  }
}
