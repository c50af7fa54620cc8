import type { Client } from '@apimachinery/client'
import type { Lister, SharedInformer } from '@apimachinery/client/cache'
import { ControllerRevision } from 'apimachinery/api/apps/v1'
import { isAlreadyExists, isConflict } from 'apimachinery/errors'
import type { Selector } from 'apimachinery/labels'
import { getControllerOf } from 'apimachinery/meta'
import { PatchType } from 'apimachinery/patch'
import { getNamespace, getUID } from 'apimachinery/runtime'
import { revisionHash, revisionName } from './revision-hash.js'
import { isSameRevision, nameOf, numberOf } from './revision-order.js'
import { dataOf, type TemplateOwner } from './template-patch.js'

/** How often an update is repeated that meets a conflict. */
const updateAttempts = 4

/** A revision as it is on the server, and how many others had its hash. */
export interface CreatedRevision {
  readonly revision: ControllerRevision
  readonly collisionCount: number
}

/** The revisions of the objects of a controller. Source: pkg/controller/history of Kubernetes. */
export class ControllerHistory {
  readonly #client: Client
  readonly #lister: Lister<ControllerRevision>

  constructor(client: Client, informer: SharedInformer<ControllerRevision>) {
    this.#client = client
    this.#lister = informer.lister
  }

  /** Revisions that match, and that the object or no one controls. */
  list(owner: TemplateOwner, selector: Selector): ControllerRevision[] {
    return this.#lister
      .namespace(getNamespace(owner))
      .list(selector)
      .filter((revision) => (getControllerOf(revision)?.uid ?? getUID(owner)) === getUID(owner))
  }

  /** Creates a revision under a name that is free, or finds it under that name. */
  async create(owner: TemplateOwner, revision: ControllerRevision, collisions: number): Promise<CreatedRevision> {
    const data = dataOf(revision)
    for (let collisionCount = collisions; ; collisionCount++) {
      const name = revisionName(owner.metadata?.name ?? '', revisionHash(data, collisionCount))
      const found = await this.#createAs(revision, name)
      if (found !== undefined) return { revision: found, collisionCount }
    }
  }

  /** Undefined if another revision has the name. */
  async #createAs(revision: ControllerRevision, name: string): Promise<ControllerRevision | undefined> {
    const named = new ControllerRevision({ ...revision, metadata: { ...revision.metadata, name } })
    try {
      return await this.#client.create(named)
    } catch (error) {
      if (!isAlreadyExists(error)) throw error
      const existing = await this.#of(revision).get(name)
      return isSameRevision(existing, revision) ? existing : undefined
    }
  }

  /** Gives a revision another number. */
  async renumber(revision: ControllerRevision, number: number): Promise<ControllerRevision> {
    let latest = revision
    for (let attempt = 1; numberOf(latest) !== number; attempt++) {
      try {
        return await this.#client.update(new ControllerRevision({ ...latest, revision: number }))
      } catch (error) {
        if (!isConflict(error) || attempt === updateAttempts) throw error
        latest = await this.#of(revision).get(nameOf(revision))
      }
    }
    return latest
  }

  async delete(revision: ControllerRevision): Promise<void> {
    await this.#client.delete(revision)
  }

  /** Changes a revision by a strategic merge patch. */
  patch(revision: ControllerRevision, body: object): Promise<ControllerRevision> {
    return this.#of(revision).patch(nameOf(revision), { type: PatchType.StrategicMerge, body })
  }

  #of(revision: ControllerRevision) {
    return this.#client.resource(ControllerRevision).namespace(getNamespace(revision))
  }
}
