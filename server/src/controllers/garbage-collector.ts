import type { SharedInformer } from '@apimachinery/client/cache'
import { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import { isNotFound } from 'apimachinery/errors'
import { type DiscoveredResource, NoKindMatchError } from 'apimachinery/meta'
import type { PartialObjectMetadata } from 'apimachinery/meta/v1'
import { PatchType } from 'apimachinery/patch'
import { GroupVersionResource, parseGroupVersion } from 'apimachinery/schema'
import type { KeyQueue } from '../internal/key-queue.js'
import { type Controller, type ControllerContext, reconcileLoop } from './controller.js'
import { type OwnerEdge, OwnerGraph, type OwnerNode, ownerNode } from './owner-graph.js'

const foreground = 'foregroundDeletion'
const orphan = 'orphan'
/** Resources that come and go by the thousand and own nothing. */
const ignored = new Set(['events', 'events.events.k8s.io'])
/** Milliseconds after a definition changed until discovery is read again. */
const discoveryDelay = 200

/**
 * Deletes objects whose owners are deleted, and finishes foreground and orphan deletion. Source: pkg/controller/garbagecollector of
 * Kubernetes.
 */
export function garbageCollector(context: ControllerContext): Controller {
  const collector = new GarbageCollector(context)
  return { name: 'garbagecollector', start: () => collector.start(), stop: () => collector.stop() }
}

class GarbageCollector {
  readonly #context: ControllerContext
  readonly #graph = new OwnerGraph()
  readonly #watched = new Map<string, SharedInformer<PartialObjectMetadata>>()
  readonly #loop: KeyQueue

  constructor(context: ControllerContext) {
    this.#context = context
    this.#loop = reconcileLoop({ name: 'garbagecollector', context, reconcile: (key) => this.#reconcile(key) })
  }

  start(): void {
    const discover = () => this.#loop.addAfter('', discoveryDelay)
    const definitions = this.#context.informers.informerFor(CustomResourceDefinition)
    definitions.addEventHandler({ onAdd: discover, onUpdate: discover, onDelete: discover })
    this.#loop.add('')
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** The key is a uid; the empty one runs discovery. */
  async #reconcile(key: string): Promise<undefined> {
    if (key === '') return this.#discover()
    const node = this.#graph.get(key)
    if (node === undefined) return undefined
    if (node.deleting && node.finalizers.includes(orphan)) return this.#orphanDependents(node)
    if (node.deleting && node.finalizers.includes(foreground)) return this.#deleteDependents(node)
    if (!node.deleting && node.owners.length > 0) return this.#deleteIfUnowned(node)
    return undefined
  }

  async #discover(): Promise<undefined> {
    const { discovery } = this.#context.client
    discovery.invalidate()
    const seen = new Set<string>()
    for (const { groupVersion, resources } of (await discovery.discovery()).resourceLists) {
      const { group, version } = parseGroupVersion(groupVersion)
      for (const resource of resources.filter(canBeCollected)) {
        const id = group === '' ? resource.name : `${resource.name}.${group}`
        if (seen.has(id) || ignored.has(id)) continue
        seen.add(id)
        if (!this.#watched.has(id)) this.#follow(id, new GroupVersionResource(group, version, resource.name))
      }
    }
    return undefined
  }

  #follow(id: string, resource: GroupVersionResource): void {
    const informer = this.#context.informers.informerFor(resource as never, { metadataOnly: true })
    this.#watched.set(id, informer)
    const put = (object: PartialObjectMetadata) => this.#put(ownerNode(resource, object))
    informer.addEventHandler({
      onAdd: put,
      onUpdate: (_old, object) => put(object),
      onDelete: (object) => this.#remove(ownerNode(resource, object)),
    })
  }

  #put(node: OwnerNode): void {
    this.#graph.set(node)
    this.#loop.add(node.uid)
    // An owner that waits for its dependents is checked again when one of them changes.
    for (const { uid } of node.owners) if (this.#graph.get(uid)?.deleting === true) this.#loop.add(uid)
  }

  #remove(node: OwnerNode): void {
    this.#graph.delete(node.uid)
    for (const dependent of this.#graph.dependentsOf(node.uid)) this.#loop.add(dependent)
    for (const { uid } of node.owners) if (this.#graph.get(uid)?.deleting === true) this.#loop.add(uid)
  }

  async #orphanDependents(node: OwnerNode): Promise<undefined> {
    for (const uid of this.#graph.dependentsOf(node.uid)) {
      const dependent = this.#graph.get(uid)
      if (dependent !== undefined) await this.#removeOwners(dependent, new Set([node.uid]))
    }
    return this.#removeFinalizer(node, orphan)
  }

  async #deleteDependents(node: OwnerNode): Promise<undefined> {
    const dependents = this.#graph.dependentsOf(node.uid).flatMap((uid) => this.#graph.get(uid) ?? [])
    const blocks = ({ owners }: OwnerNode) => owners.some(({ uid, blocks }) => uid === node.uid && blocks)
    if (!dependents.some(blocks)) return this.#removeFinalizer(node, foreground)
    for (const { uid } of dependents) this.#loop.add(uid)
    return undefined
  }

  async #deleteIfUnowned(node: OwnerNode): Promise<undefined> {
    const states = await Promise.all(
      node.owners.map(async (owner) => [owner, await this.#stateOf(owner, node)] as const),
    )
    const uids = (state: OwnerState) => new Set(states.filter((each) => each[1] === state).map(([{ uid }]) => uid))
    const [solid, gone, waiting] = [uids('solid'), uids('gone'), uids('waiting')]
    if (solid.size > 0) {
      const remove = new Set([...gone, ...waiting])
      return remove.size > 0 ? this.#removeOwners(node, remove) : undefined
    }
    const hasDependents = this.#graph.dependentsOf(node.uid).length > 0
    return this.#delete(node, waiting.size > 0 && hasDependents ? 'Foreground' : policyOf(node))
  }

  async #stateOf(owner: OwnerEdge, dependent: OwnerNode): Promise<OwnerState> {
    const known = this.#graph.get(owner.uid)
    const node = known ?? (await this.#read(owner, dependent))
    if (node === undefined || node.uid !== owner.uid) return 'gone'
    return node.deleting && node.finalizers.includes(foreground) ? 'waiting' : 'solid'
  }

  /** The owner as the server has it: the informer of its kind may be stale. */
  async #read({ apiVersion, kind, name }: OwnerEdge, { namespace }: OwnerNode): Promise<OwnerNode | undefined> {
    const { client } = this.#context
    const { group, version } = parseGroupVersion(apiVersion)
    try {
      const { resource, scope } = await client.restMapper.restMapping({ group, kind } as never, version)
      const found = client.resource(resource).metadata()
      const object = await (scope.name === 'namespace' ? found.namespace(namespace) : found).get(name)
      return ownerNode(resource, object)
    } catch (error) {
      if (isNotFound(error)) return undefined
      // Upstream waits for a kind that is not served; here its objects were deleted with it.
      if (error instanceof NoKindMatchError) return undefined
      throw error
    }
  }

  async #delete(node: OwnerNode, propagationPolicy: string): Promise<undefined> {
    await this.#resource(node).delete(node.name, { propagationPolicy, preconditions: { uid: node.uid } as never })
    return undefined
  }

  async #removeOwners(node: OwnerNode, uids: ReadonlySet<string>): Promise<undefined> {
    const { metadata } = await this.#resource(node).metadata().get(node.name)
    const ownerReferences = (metadata?.ownerReferences ?? []).filter(({ uid }) => !uids.has(uid ?? ''))
    const { resourceVersion, uid } = metadata ?? {}
    const body = { metadata: { uid, resourceVersion, ownerReferences: ownerReferences.map((each) => ({ ...each })) } }
    await this.#resource(node).patch(node.name, { type: PatchType.Merge, body })
    return undefined
  }

  async #removeFinalizer(node: OwnerNode, name: string): Promise<undefined> {
    const { metadata } = await this.#resource(node).metadata().get(node.name)
    const finalizers = (metadata?.finalizers ?? []).filter((each) => each !== name)
    const body = { metadata: { uid: metadata?.uid, resourceVersion: metadata?.resourceVersion, finalizers } }
    await this.#resource(node).patch(node.name, { type: PatchType.Merge, body })
    return undefined
  }

  #resource({ resource, namespace }: OwnerNode) {
    const all = this.#context.client.resource(resource)
    return namespace === '' ? all : all.namespace(namespace)
  }
}

type OwnerState = 'solid' | 'gone' | 'waiting'

function canBeCollected({ name, verbs }: DiscoveredResource): boolean {
  return !name.includes('/') && ['list', 'watch', 'delete'].every((verb) => verbs.includes(verb))
}

function policyOf({ finalizers }: OwnerNode): string {
  if (finalizers.includes(orphan)) return 'Orphan'
  return finalizers.includes(foreground) ? 'Foreground' : 'Background'
}
