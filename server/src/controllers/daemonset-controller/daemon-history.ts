import type { Client } from '@apimachinery/client'
import { ControllerRevision, DaemonSet } from 'apimachinery/api/apps/v1'
import { Pod } from 'apimachinery/api/core/v1'
import { isAlreadyExists, MachineryError } from 'apimachinery/errors'
import { parseJSON } from 'apimachinery/json'
import { newControllerRef } from 'apimachinery/meta'
import { PatchType } from 'apimachinery/patch'
import { nameOf, numberOf, sortRevisions } from '../controller-history/revision-order.js'
import { dataOf, templatePatch } from '../controller-history/template-patch.js'
import type { PodTemplateHasher } from '../pod-control/pod-template-hash.js'
import { hashLabel } from './daemon-template.js'

/** The revision of a daemon set's template, and the others. */
export interface DaemonRevisions {
  readonly current: ControllerRevision
  readonly old: readonly ControllerRevision[]
}

/** The revisions of daemon sets. Source: pkg/controller/daemon/update.go of Kubernetes. */
export class DaemonHistory {
  readonly #client: Client
  readonly #hash: PodTemplateHasher

  constructor(client: Client, hash: PodTemplateHasher) {
    this.#client = client
    this.#hash = hash
  }

  /**
   * Finds the revision of a daemon set's template, or creates it.
   *
   * @param revisions - those that the daemon set controls.
   * @param pods - its pods, which get another label where two revisions say the same.
   */
  async find(set: DaemonSet, revisions: readonly ControllerRevision[], pods: readonly Pod[]): Promise<DaemonRevisions> {
    const labelled = await Promise.all(revisions.map((each) => this.#withLabel(each)))
    const text = templatePatch(set)
    const old = labelled.filter((revision) => dataOf(revision) !== text)
    const same = labelled.filter((revision) => dataOf(revision) === text)
    const number = 1 + Math.max(0, ...old.map(numberOf))
    const [first] = same
    if (first === undefined) return { current: await this.#snapshot(set, text, number), old }
    const current = same.length === 1 ? first : await this.#unite(same, pods)
    if (numberOf(current) >= number) return { current, old }
    return { current: await this.#client.update(new ControllerRevision({ ...current, revision: number })), old }
  }

  async #withLabel(revision: ControllerRevision): Promise<ControllerRevision> {
    const labels = revision.metadata?.labels
    if (labels?.[hashLabel] !== undefined) return revision
    const metadata = { ...revision.metadata, labels: { ...labels, [hashLabel]: nameOf(revision) } }
    return this.#client.update(new ControllerRevision({ ...revision, metadata }))
  }

  /** Keeps the newest of revisions that say the same. */
  async #unite(revisions: readonly ControllerRevision[], pods: readonly Pod[]): Promise<ControllerRevision> {
    const kept = revisions.reduce((newest, each) => (numberOf(each) >= numberOf(newest) ? each : newest))
    const hash = hashOf(kept)
    for (const { metadata } of pods) {
      if (metadata?.labels?.[hashLabel] === hash) continue
      const body = { metadata: { labels: { [hashLabel]: hash } } }
      const { name = '', namespace = '' } = metadata ?? {}
      await this.#client.resource(Pod).namespace(namespace).patch(name, { type: PatchType.Merge, body })
    }
    for (const each of revisions) if (nameOf(each) !== nameOf(kept)) await this.#client.delete(each)
    return kept
  }

  async #snapshot(set: DaemonSet, text: string, revision: number): Promise<ControllerRevision> {
    const { name: owner = '', namespace, annotations } = set.metadata ?? {}
    const template = set.spec!.template
    const hash = this.#hash(template, set.status?.collisionCount)
    const name = `${owner}-${hash}`
    const labels = { ...template.metadata?.labels, [hashLabel]: hash }
    const metadata = { name, namespace, labels, annotations, ownerReferences: [newControllerRef(set)] }
    try {
      return await this.#client.create(new ControllerRevision({ metadata, data: parseJSON(text), revision }))
    } catch (error) {
      if (!isAlreadyExists(error)) throw error
      const existing = await this.#client.get(ControllerRevision, { namespace, name })
      if (dataOf(existing) === text) return existing
      await this.#countCollision(set)
      throw error
    }
  }

  /** Another template has the hash: the next one is made with another count. */
  async #countCollision(set: DaemonSet): Promise<void> {
    const { namespace, name = '' } = set.metadata ?? {}
    const latest = await this.#client.get(DaemonSet, { namespace, name })
    const [found, expected] = [latest.status?.collisionCount, set.status?.collisionCount]
    if (found !== expected) {
      const counts = `(${expected ?? 0}, expected ${found ?? 0})`
      const message = `found a stale collision count ${counts} of DaemonSet "${name}" while processing; will retry until it is updated`
      throw new MachineryError('InvalidValue', message)
    }
    await this.#client.updateStatus(
      new DaemonSet({ ...latest, status: { ...latest.status!, collisionCount: (found ?? 0) + 1 } }),
    )
  }

  /** Deletes the oldest revisions that no pod has, where there are more than the limit. */
  async truncate(set: DaemonSet, old: readonly ControllerRevision[], pods: readonly Pod[]): Promise<void> {
    const live = new Set(pods.map(({ metadata }) => metadata?.labels?.[hashLabel] ?? ''))
    const surplus = old.length - (set.spec?.revisionHistoryLimit ?? 10)
    const unused = sortRevisions(old).filter((revision) => !live.has(hashOf(revision)))
    for (const revision of unused.slice(0, Math.max(0, surplus))) await this.#client.delete(revision)
  }
}

/** The hash that a revision is known by. */
export function hashOf({ metadata }: ControllerRevision): string {
  return metadata?.labels?.[hashLabel] ?? ''
}
