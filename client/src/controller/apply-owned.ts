import { setControllerReference } from 'apimachinery/meta'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Client } from '../client/client.js'

/** Whose fields an applied object has. */
export interface ApplyOwnedOptions {
  readonly fieldManager: string
  /** Take fields that other managers own. Default true: a controller is authoritative. */
  readonly force?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Makes `owner` the controller of an object and applies the object on the server.
 *
 * @throws AlreadyOwnedError, MachineryError `InvalidOwner`; RequestStatusError
 */
export function applyOwned<T extends KubernetesObject>(
  client: Client,
  owner: KubernetesObject,
  { object, force = true, ...options }: ApplyOwnedOptions & { readonly object: T },
): Promise<T> {
  setControllerReference(owner, object)
  return client.apply(object, { force, ...options })
}
