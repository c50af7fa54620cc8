import type { Pod } from 'apimachinery/api/core/v1'
import type { DeviceClass, ResourceClaim } from 'apimachinery/api/resource/v1'
import { getNamespace } from 'apimachinery/runtime'
import type { ClusterState } from '../../cluster-state.js'
import { type DeviceFacts, ownerOf } from './device-facts.js'

interface Owner {
  readonly pod: Pod | undefined
  readonly claims: readonly ResourceClaim[]
}

/** Facts about devices, read from the store before a claim is charged: clusters have few claims, and many pods. */
export class LiveDevices implements DeviceFacts {
  readonly #state: Pick<ClusterState, 'liveDeviceClasses' | 'liveResourceClaims' | 'livePod'>
  #classes: readonly DeviceClass[] = []
  readonly #owners = new WeakMap<ResourceClaim, Owner>()

  constructor(state: Pick<ClusterState, 'liveDeviceClasses' | 'liveResourceClaims' | 'livePod'>) {
    this.#state = state
  }

  /** Reads what the usage of these claims depends on. */
  async prepare(claims: readonly ResourceClaim[]): Promise<void> {
    this.#classes = await this.#state.liveDeviceClasses()
    for (const claim of claims) {
      const owner = ownerOf(claim)
      if (owner === undefined) continue
      const namespace = getNamespace(claim)
      const [pod, beside] = await Promise.all([
        this.#state.livePod(namespace, owner.name),
        this.#state.liveResourceClaims(namespace),
      ])
      this.#owners.set(claim, { pod, claims: beside })
    }
  }

  classes(): readonly DeviceClass[] {
    return this.#classes
  }

  podOf(claim: ResourceClaim): Pod | undefined {
    return this.#owners.get(claim)?.pod
  }

  claimsBeside(claim: ResourceClaim): readonly ResourceClaim[] {
    return this.#owners.get(claim)?.claims ?? []
  }
}
