import type { Client } from '@apimachinery/client'
import { isConflict, isNotFound, isUnexpectedServerError } from 'apimachinery/errors'
import type { PartialObjectMetadata } from 'apimachinery/meta/v1'
import { PatchType } from 'apimachinery/patch'
import { type GroupVersionResource, parseGroupVersion } from 'apimachinery/schema'
import type { ObjectIdentity } from './owner-node.js'

/** An object of the cluster names an owner of a namespaced kind, which cannot be found: the reference is invalid for ever. */
export class NamespacedOwnerError extends Error {
  override readonly name = 'NamespacedOwnerError'

  constructor() {
    super('cluster-scoped objects cannot refer to namespaced owners')
  }
}

/** The resource of a kind. */
export interface MappedKind {
  readonly resource: GroupVersionResource
  readonly namespaced: boolean
}

/** What the objects had when they were judged. */
export interface JudgedObject {
  readonly identity: ObjectIdentity
  /** As it was read. */
  readonly object: PartialObjectMetadata
}

/** Single objects as the server has them now, never from a cache. */
export class LiveObjects {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** The resource of a kind. Throws `NoKindMatchError` for one that is not served, perhaps not yet. */
  async mapping({ apiVersion, kind }: Pick<ObjectIdentity, 'apiVersion' | 'kind'>): Promise<MappedKind> {
    const { group, version } = parseGroupVersion(apiVersion)
    const { resource, scope } = await this.#client.restMapper.restMapping({ group, kind }, version)
    return { resource, namespaced: scope.name === 'namespace' }
  }

  /** The object of a name, whatever its uid; undefined if there is none. Throws what does not prove that. */
  async read(identity: ObjectIdentity): Promise<PartialObjectMetadata | undefined> {
    try {
      return await (await this.#resource(identity)).metadata().get(identity.name)
    } catch (error) {
      // A path that is not served says nothing about its objects.
      if (isNotFound(error) && !isUnexpectedServerError(error)) return undefined
      throw error
    }
  }

  /** The object itself; undefined if it is gone, or replaced by another one of its name. */
  async readSame(identity: ObjectIdentity): Promise<PartialObjectMetadata | undefined> {
    const object = await this.read(identity)
    return object?.metadata?.uid === identity.uid ? object : undefined
  }

  /** Changes the metadata of what was read, unless it has changed since. */
  async patch({ identity, object }: JudgedObject, metadata: object): Promise<void> {
    const { resourceVersion } = object.metadata ?? {}
    const body = { metadata: { uid: identity.uid, resourceVersion, ...metadata } }
    await (await this.#resource(identity)).patch(identity.name, { type: PatchType.Merge, body })
  }

  /** Deletes what was read, if its owners are still those. @returns whether it was there */
  async delete(judged: JudgedObject, propagationPolicy: string): Promise<boolean> {
    const { identity, object } = judged
    const { resourceVersion, ownerReferences } = object.metadata ?? {}
    try {
      return await this.#delete(identity, propagationPolicy, resourceVersion)
    } catch (error) {
      if (!isConflict(error)) throw error
      const live = await this.readSame(identity)
      if (live === undefined) return true
      const changed = live.metadata?.resourceVersion !== resourceVersion
      const owners = (references: unknown): string => JSON.stringify(references ?? [])
      if (!changed || owners(live.metadata?.ownerReferences) !== owners(ownerReferences)) throw error
      // Changes of something else must not keep it alive.
      return this.#delete(identity, propagationPolicy)
    }
  }

  async #delete(identity: ObjectIdentity, propagationPolicy: string, resourceVersion?: string): Promise<boolean> {
    const preconditions = { uid: identity.uid, ...(resourceVersion !== undefined && { resourceVersion }) }
    const resource = await this.#resource(identity)
    try {
      await resource.delete(identity.name, { propagationPolicy, preconditions })
      return true
    } catch (error) {
      if (isNotFound(error) && !isUnexpectedServerError(error)) return false
      throw error
    }
  }

  async #resource(identity: ObjectIdentity) {
    const { resource, namespaced } = await this.mapping(identity)
    if (namespaced && identity.namespace === '') throw new NamespacedOwnerError()
    const all = this.#client.resource(resource)
    return namespaced ? all.namespace(identity.namespace) : all
  }
}
