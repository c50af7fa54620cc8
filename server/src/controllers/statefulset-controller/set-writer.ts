import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import type { StatefulSet } from 'apimachinery/api/apps/v1'
import { PersistentVolumeClaim, Pod } from 'apimachinery/api/core/v1'
import type { ControllerContext } from '../controller.js'
import type { OwnWrites } from '../own-writes.js'

/** Writes pods and claims of sets, and notes which versions the informers must have seen before a set is looked at again. */
export class SetWriter {
  readonly pods: SharedInformer<Pod>
  readonly claims: SharedInformer<PersistentVolumeClaim>
  readonly #context: ControllerContext
  readonly #writes: OwnWrites

  constructor(context: ControllerContext, writes: OwnWrites) {
    this.#context = context
    this.#writes = writes
    this.pods = context.informers.informerFor(Pod)
    this.claims = context.informers.informerFor(PersistentVolumeClaim)
  }

  get events(): ControllerContext['events'] {
    return this.#context.events
  }

  async createPod(set: StatefulSet, pod: Pod): Promise<void> {
    this.#writes.wrote(objectKey(set), this.pods, await this.#context.client.create(pod))
  }

  async updatePod(set: StatefulSet, pod: Pod): Promise<void> {
    this.#writes.wrote(objectKey(set), this.pods, await this.#context.client.update(pod))
  }

  async deletePod(set: StatefulSet, pod: Pod): Promise<void> {
    const { name = '', namespace = '', uid } = pod.metadata ?? {}
    await this.#context.client.resource(Pod).namespace(namespace).delete(name, { preconditions: { uid } })
    this.#writes.deleted(objectKey(set), this.pods, pod)
  }

  async createClaim(set: StatefulSet, claim: PersistentVolumeClaim): Promise<void> {
    this.#writes.wrote(objectKey(set), this.claims, await this.#context.client.create(claim))
  }

  async updateClaim(set: StatefulSet, claim: PersistentVolumeClaim): Promise<void> {
    this.#writes.wrote(objectKey(set), this.claims, await this.#context.client.update(claim))
  }
}
