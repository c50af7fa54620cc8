import { Pod } from 'apimachinery/api/core/v1'
import { ResourceClaim, type ResourceClaimConsumerReference } from 'apimachinery/api/resource/v1'
import { isNotFound } from 'apimachinery/errors'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'
import { type ControllerContext, isDeleting } from '../controller.js'
import { isPodDone } from './claim-of-pod.js'
import type { ClaimInformers } from './claims-of-pods.js'

/** Keeps a claim that has an allocation. */
const finalizer = 'resource.kubernetes.io/delete-protection'

/** Takes ResourceClaims from pods that need them no more, and deletes those that were made for such pods. Source: `syncClaim` of pkg/controller/resourceclaim of Kubernetes. */
export class UnusedClaims {
  readonly #context: ControllerContext
  readonly #informers: ClaimInformers

  constructor(context: ControllerContext, informers: ClaimInformers) {
    this.#context = context
    this.#informers = informers
  }

  async sync(key: string): Promise<void> {
    const claim = this.#informers.claims.lister.getByKey(key)
    if (claim === undefined) return
    const consumers = claim.status?.reservedFor ?? []
    const needs = await Promise.all(consumers.map((consumer) => this.#isNeededBy(claim, consumer)))
    const remaining = consumers.filter((_, index) => needs[index])
    if (remaining.length < consumers.length) await this.#release(claim, remaining)
    else if (isProtected(claim) && isDeleting(claim) && remaining.length === 0) await this.#unprotect(claim)
    if (remaining.length === 0) await this.#deleteGenerated(claim)
  }

  /** Only of pods it can be known that they need a claim no more. */
  async #isNeededBy(claim: ResourceClaim, consumer: ResourceClaimConsumerReference): Promise<boolean> {
    if ((consumer.apiGroup ?? '') !== '' || consumer.resource !== 'pods') return true
    const place = { namespace: getNamespace(claim), name: consumer.name }
    const known = this.#informers.pods.lister.get(place)
    if (known !== undefined) return getUID(known) === consumer.uid && !isPodDone(known)
    // The informer may not have heard of it yet.
    const present = await this.#context.client.get(Pod, place).catch((error: unknown) => {
      if (isNotFound(error)) return undefined
      throw error
    })
    return present !== undefined && getUID(present) === consumer.uid
  }

  async #release(claim: ResourceClaim, reservedFor: readonly ResourceClaimConsumerReference[]): Promise<void> {
    const isFree = reservedFor.length === 0 && isProtected(claim)
    const allocation = isFree ? undefined : claim.status?.allocation
    const status = { ...claim.status, reservedFor: [...reservedFor], allocation }
    const written = await this.#context.client.updateStatus(new ResourceClaim({ ...claim, status }))
    if (isProtected(written) && written.status?.allocation == null) await this.#removeFinalizer(written)
  }

  async #unprotect(claim: ResourceClaim): Promise<void> {
    const { client } = this.#context
    const free =
      claim.status?.allocation == null
        ? claim
        : await client.updateStatus(new ResourceClaim({ ...claim, status: { ...claim.status, allocation: undefined } }))
    await this.#removeFinalizer(free)
  }

  async #removeFinalizer(claim: ResourceClaim): Promise<void> {
    const finalizers = (claim.metadata?.finalizers ?? []).filter((each) => each !== finalizer)
    await this.#context.client.update(new ResourceClaim({ ...claim, metadata: { ...claim.metadata, finalizers } }))
  }

  /** The garbage collector does that when the pod is gone, which may take a while. */
  async #deleteGenerated(claim: ResourceClaim): Promise<void> {
    const owner = claim.metadata?.ownerReferences?.find(
      ({ controller, apiVersion, kind }) => controller === true && apiVersion === 'v1' && kind === 'Pod',
    )
    if (owner === undefined) return
    const pod = this.#informers.pods.lister.get({ namespace: getNamespace(claim), name: owner.name })
    if (pod === undefined || (getUID(pod) === owner.uid && !isPodDone(pod))) return
    const own = this.#context.client.resource(ResourceClaim).namespace(getNamespace(claim))
    await own.delete(getName(claim))
  }
}

function isProtected({ metadata }: ResourceClaim): boolean {
  return metadata?.finalizers?.includes(finalizer) ?? false
}
