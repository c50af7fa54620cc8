import type { StatefulSet } from 'apimachinery/api/apps/v1'
import type { Pod } from 'apimachinery/api/core/v1'
import { isAlreadyExists, isConflict, isNotFound, messageOf } from 'apimachinery/errors'
import type { ClaimControl } from './claim-control.js'
import { hasStorage } from './claims.js'
import { hasIdentity } from './ordinals.js'
import { withIdentity, withStorage } from './set-pod.js'
import type { SetWriter } from './set-writer.js'

type Verb = 'Create' | 'Update' | 'Delete'

/** How often a pod is written where others write it meanwhile. */
const attempts = 4

/** Creates, updates and deletes the pods of sets, with events. Source: pkg/controller/statefulset/stateful_pod_control.go of Kubernetes. */
export class SetPodControl {
  readonly claims: ClaimControl
  readonly #writer: SetWriter

  constructor(writer: SetWriter, claims: ClaimControl) {
    this.#writer = writer
    this.claims = claims
  }

  /** Creates a pod after its claims. @throws as the server, after an event unless there is a pod of the name. */
  async create(set: StatefulSet, pod: Pod): Promise<void> {
    await this.#saying('Create', { set, pod }, () => this.claims.createMissing(set, pod))
    const failure = await this.#writer.createPod(set, pod).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (failure !== undefined && isAlreadyExists(failure.error)) throw failure.error
    await this.#saying('Update', { set, pod }, () => this.claims.updateOwners({ set, pod }))
    this.#record('Create', { set, pod }, failure)
    if (failure !== undefined) throw failure.error
  }

  /** Creates the claims of a pod that do not exist, and gives all of them their owners. */
  async completeClaims(set: StatefulSet, pod: Pod): Promise<void> {
    await this.claims.createMissing(set, pod)
    await this.#saying('Update', { set, pod }, () => this.claims.updateOwners({ set, pod }))
  }

  /** Gives a pod its name, its labels, its volumes, and its claims their owners. */
  async update(set: StatefulSet, pod: Pod): Promise<void> {
    let latest = pod
    for (let attempt = 1; ; attempt++) {
      const changed = await this.#changed(set, latest)
      if (changed === undefined) return
      try {
        await this.#writer.updatePod(set, changed)
        this.#record('Update', { set, pod })
        return
      } catch (error) {
        if (isConflict(error) && attempt < attempts) {
          latest = this.#known(pod) ?? latest
          continue
        }
        this.#record('Update', { set, pod }, { error })
        throw error
      }
    }
  }

  /** The pod as it must be written; undefined if it is as it should be. */
  async #changed(set: StatefulSet, pod: Pod): Promise<Pod | undefined> {
    const isNamed = hasIdentity(set, pod)
    let wanted = isNamed ? pod : withIdentity(set, pod)
    const isStored = hasStorage(set, wanted)
    if (!isStored) {
      wanted = withStorage(set, wanted)
      await this.#saying('Update', { set, pod }, () => this.claims.createMissing(set, pod))
    }
    const isOwned = this.claims.haveWantedOwners({ set, pod })
    if (!isOwned) await this.#saying('Update', { set, pod }, () => this.claims.updateOwners({ set, pod }))
    return isNamed && isStored && isOwned ? undefined : wanted
  }

  #known({ metadata }: Pod): Pod | undefined {
    return this.#writer.pods.lister.get({ namespace: metadata?.namespace, name: metadata?.name ?? '' })
  }

  async delete(set: StatefulSet, pod: Pod): Promise<void> {
    try {
      await this.#writer.deletePod(set, pod)
    } catch (error) {
      // Gone, or another one of its name: the informer will say so.
      if (!isNotFound(error) && !isConflict(error)) {
        this.#record('Delete', { set, pod }, { error })
        throw error
      }
    }
    this.#record('Delete', { set, pod })
  }

  /** Records an event where something before the verb fails. */
  async #saying(verb: Verb, target: Target, act: () => Promise<void>): Promise<void> {
    try {
      await act()
    } catch (error) {
      this.#record(verb, target, { error })
      throw error
    }
  }

  #record(verb: Verb, { set, pod }: Target, failure?: { readonly error: unknown }): void {
    const what = `${verb} Pod ${pod.metadata?.name} in StatefulSet ${set.metadata?.name}`
    const { events } = this.#writer
    if (failure === undefined) events.event(set, 'Normal', `Successful${verb}`, `${what} successful`)
    else events.event(set, 'Warning', `Failed${verb}`, `${what} failed error: ${messageOf(failure.error)}`)
  }
}

interface Target {
  readonly set: StatefulSet
  readonly pod: Pod
}
