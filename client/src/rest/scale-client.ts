import { Scale } from 'apimachinery/api/autoscaling/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { GetCallOptions, Patch, PatchCallOptions, UpdateCallOptions } from './call-options.js'
import type { ResourceKind } from './resource-kind.js'
import type { RESTClient } from './rest-client.js'
import { SubresourceClient } from './subresource-client.js'

/** The sub-resource `scale` of a resource, whatever its kind is. */
export class ScaleClient {
  readonly #client: SubresourceClient<Scale>

  constructor(rest: RESTClient, kind: ResourceKind<KubernetesObject>, namespace: string | undefined) {
    this.#client = new SubresourceClient<Scale>(rest, { kind, name: 'scale', namespace, type: Scale })
  }

  get(name: string, options?: GetCallOptions): Promise<Scale> {
    return this.#client.get(name, options)
  }

  update(scale: Scale, options?: UpdateCallOptions): Promise<Scale> {
    return this.#client.update(scale, options)
  }

  patch(name: string, patch: Patch, options?: PatchCallOptions): Promise<Scale> {
    return this.#client.patch(name, patch, options)
  }
}
