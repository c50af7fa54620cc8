import { type Cluster, clusterOf } from '../../../scripts/cases/cluster.js'
import type { Verdict } from '../../../src/api/judge/judge.js'
import { newestRelease, type Release } from '../../../src/api/releases/release.js'
import type { KubernetesObject } from '../../../src/runtime/objects/typed-object.js'

/** An object as it is written in a test. */
export type Written = Readonly<Record<string, unknown>> & { readonly metadata?: Readonly<Record<string, unknown>> }

/** Where objects are written to. */
export interface Place {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly namespace?: string
  /** What updates write. */
  readonly subresource?: string
  /** The release that answers; default the newest one. */
  readonly release?: Release
}

/** Writes objects of one kind, and returns the response of a cluster. */
export class Judged {
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
  }

  /** The same, as another release answers. */
  in(release: Release): Judged {
    return new Judged({ ...this.#place, release })
  }

  get #cluster(): Cluster {
    return clusterOf(this.#place.release ?? newestRelease)
  }

  /** The same, with updates of a subresource. */
  of(subresource: string): Judged {
    return new Judged({ ...this.#place, subresource })
  }

  /** What updates write: a subresource, or the object. */
  get target(): string {
    return this.#place.subresource ?? 'update'
  }

  /** What is wrong with a new object: a line `field: message` each. */
  async create(object: Written): Promise<readonly string[]> {
    return linesOf(await this.#cluster.judge.create(this.#request(object)))
  }

  /** The object that is stored for a new one. */
  async stored(object: Written): Promise<KubernetesObject> {
    const verdict = await this.#cluster.judge.create(this.#request(object))
    if (verdict.stored === undefined) throw new Error(linesOf(verdict).join('\n'))
    return verdict.stored
  }

  /** What is wrong with a change of a valid object. */
  async update(old: Written, object: Written): Promise<readonly string[]> {
    return linesOf(await this.updated(old, object))
  }

  /** The answer to a change of a valid object. */
  async updated(old: Written, object: Written): Promise<Verdict> {
    const { subresource } = this.#place
    const stored = await this.stored(old)
    const { metadata } = stored as unknown as { metadata: Record<string, unknown> }
    metadata.resourceVersion = '1'
    const { uid } = metadata
    const written = { ...object, metadata: { ...object.metadata, resourceVersion: '1', uid } }
    return this.#cluster.judge.update(
      { ...this.#request(written), ...(subresource !== undefined && { subresource }) },
      stored,
    )
  }

  /** Warnings about a new object. */
  async warnings(object: Written): Promise<readonly string[]> {
    return (await this.#cluster.judge.create(this.#request(object))).warnings
  }

  #request(object: Written) {
    const { apiVersion, kind, resource, namespace } = this.#place
    const [version = '', group = ''] = apiVersion.split('/').reverse()
    const type = this.#cluster.typeOf({ group, version, resource })
    if (type === undefined) throw new Error(`no ${resource} in ${apiVersion}`)
    const body = JSON.stringify({ apiVersion, kind, ...object })
    return { type, body, ...(namespace !== undefined && { namespace }) }
  }
}

function linesOf({ status }: Verdict): readonly string[] {
  if (status === undefined) return []
  const causes = status.details?.causes ?? []
  if (causes.length === 0) return [status.message ?? '']
  return causes.map(({ field, message }) => `${field}: ${message}`)
}
