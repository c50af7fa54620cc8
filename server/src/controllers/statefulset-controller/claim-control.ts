import type { StatefulSet } from 'apimachinery/api/apps/v1'
import { PersistentVolumeClaim, type Pod } from 'apimachinery/api/core/v1'
import { asError, isAlreadyExists, MachineryError, messageOf, newAggregate } from 'apimachinery/errors'
import { isDeleting } from '../controller.js'
import {
  type ClaimOwners,
  hasStaleOwner,
  hasUnexpectedController,
  hasWantedOwners,
  isDeletedWhenScaled,
  withWantedOwners,
} from './claim-owners.js'
import { claimNames, claimsOf } from './claims.js'
import type { SetWriter } from './set-writer.js'

/** Creates claims for the pods of sets, and gives them owners. Source: pkg/controller/statefulset/stateful_pod_control.go of Kubernetes. */
export class ClaimControl {
  readonly #writer: SetWriter

  constructor(writer: SetWriter) {
    this.#writer = writer
  }

  /** Creates the claims of a pod that do not exist. @throws Aggregate of what failed, also where a claim is being deleted. */
  async createMissing(set: StatefulSet, pod: Pod): Promise<void> {
    const errors: Error[] = []
    for (const { claim } of claimsOf(set, pod)) {
      try {
        await this.#create(set, pod, claim)
      } catch (error) {
        errors.push(asError(error))
      }
    }
    const failed = newAggregate(errors)
    if (failed !== undefined) throw failed
  }

  async #create(set: StatefulSet, pod: Pod, claim: PersistentVolumeClaim): Promise<void> {
    const name = claim.metadata?.name ?? ''
    const existing = this.#find(set, name)
    if (existing !== undefined && isDeleting(existing)) throw failure(`pvc ${name} is being deleted`)
    if (existing !== undefined) return
    const { events } = this.#writer
    const [setName, podName] = [set.metadata?.name, pod.metadata?.name]
    try {
      await this.#writer.createClaim(set, claim)
      const message = `Create Claim ${name} Pod ${podName} in StatefulSet ${setName} success`
      events.event(set, 'Normal', 'SuccessfulCreate', message)
    } catch (error) {
      if (!isAlreadyExists(error)) {
        const message = `Create Claim ${name} for Pod ${podName} in StatefulSet ${setName} failed error: ${messageOf(error)}`
        events.event(set, 'Warning', 'FailedCreate', message)
      }
      throw failure(`failed to create PVC ${name}: ${messageOf(error)}`, error)
    }
  }

  /** Whether a pod's claims that exist have the owners that the policy asks for. */
  haveWantedOwners(owners: ClaimOwners): boolean {
    return this.#existing(owners).every((claim) => hasWantedOwners(claim, owners))
  }

  /** Gives a pod's claims the owners that the policy asks for. */
  async updateOwners(owners: ClaimOwners): Promise<void> {
    const { set } = owners
    for (const claim of this.#existing(owners)) {
      const { name = '' } = claim.metadata ?? {}
      if (hasUnexpectedController(claim, owners)) {
        const message = `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a manging controller, the retention policy is ignored for this claim`
        this.#writer.events.event(set, 'Warning', 'ConflictingController', message)
      }
      if (hasWantedOwners(claim, owners)) continue
      const metadata = { ...claim.metadata, ownerReferences: withWantedOwners(claim, owners) }
      try {
        await this.#writer.updateClaim(set, new PersistentVolumeClaim({ ...claim, metadata }))
      } catch (error) {
        throw failure(`could not update claim ${name} for delete policy ownerRefs: ${messageOf(error)}`, error)
      }
    }
  }

  /** Whether a claim still belongs to an earlier pod of the name, which is deleted with it. */
  isStale({ set, pod }: ClaimOwners): boolean {
    if (!isDeletedWhenScaled(set)) return false
    return this.#existing({ set, pod }).some((claim) => hasStaleOwner(claim, pod, 'Pod'))
  }

  #existing({ set, pod }: ClaimOwners): PersistentVolumeClaim[] {
    return claimNames(set, pod).flatMap((name) => this.#find(set, name) ?? [])
  }

  #find({ metadata }: StatefulSet, name: string): PersistentVolumeClaim | undefined {
    return this.#writer.claims.lister.get({ namespace: metadata?.namespace, name })
  }
}

function failure(message: string, cause?: unknown): MachineryError {
  return new MachineryError('InvalidOwner', message, { cause })
}
