import type { Scale } from 'apimachinery/api/autoscaling/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { GetCallOptions, Patch, PatchCallOptions, UpdateCallOptions } from './call-options.js'
import type { ResourceKind } from './resource-kind.js'
import type { RESTClient } from './rest-client.js'
import { SubresourceClient } from './subresource-client.js'

/** The subresource `scale` of a resource of any kind. */
export class ScaleClient {
  readonly #make: () => Promise<SubresourceClient<Scale>>
  #made: Promise<SubresourceClient<Scale>> | undefined

  constructor(rest: RESTClient, kind: ResourceKind<KubernetesObject>, namespace: string | undefined) {
    this.#make = async () => {
      // Loaded on use: the class loads a whole API group.
      const { Scale: type } = await import('apimachinery/api/autoscaling/v1')
      return new SubresourceClient<Scale>(rest, { kind, name: 'scale', namespace, type })
    }
  }

  async get(name: string, options?: GetCallOptions): Promise<Scale> {
    return (await this.#client()).get(name, options)
  }

  async update(scale: Scale, options?: UpdateCallOptions): Promise<Scale> {
    return (await this.#client()).update(scale, options)
  }

  async patch(name: string, patch: Patch, options?: PatchCallOptions): Promise<Scale> {
    return (await this.#client()).patch(name, patch, options)
  }

  #client(): Promise<SubresourceClient<Scale>> {
    this.#made ??= this.#make()
    return this.#made
  }
}
