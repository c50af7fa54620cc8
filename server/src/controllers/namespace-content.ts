import type { Client, ResourceClient } from '@apimachinery/client'
import { asError, isMethodNotSupported, isNotFound } from 'apimachinery/errors'
import { apiGroupResources, type DiscoveredResource, type Discovery } from 'apimachinery/meta'
import type { Unstructured } from 'apimachinery/runtime'
import { GroupVersionResource } from 'apimachinery/schema'

/** The objects that are left in a namespace after everything was deleted. */
export interface RemainingContent {
  /** How many, by resource as messages name it: `pods.`, `widgets.example.com`. */
  readonly resources: ReadonlyMap<string, number>
  /** How many have a finalizer, by its name. */
  readonly finalizers: ReadonlyMap<string, number>
  /** What could not be discovered: there may be more. */
  readonly discoveryErrors: readonly Error[]
  /** What prevents the end: failures of discovery and deletion. */
  readonly errors: readonly Error[]
  /** Failures of deletion. */
  readonly contentErrors: readonly Error[]
}

/** A resource of namespaces whose objects can be listed and deleted. */
interface DeletableResource {
  readonly gvr: GroupVersionResource
  readonly verbs: readonly string[]
}

const pods = 'pods.'

/** Deletes what is in a namespace. Source: `namespaced_resources_deleter.go` of pkg/controller/namespace/deletion. */
export class NamespaceContent {
  readonly #client: Client

  constructor(client: Client) {
    this.#client = client
  }

  /** Deletes pods, and when they are gone everything else: what protects running pods stays as long as they run. */
  async delete(namespace: string): Promise<RemainingContent> {
    const { discovery } = this.#client
    discovery.invalidate()
    const found = await discovery.discovery()
    const all = deletableResources(found)
    const report = new ContentReport(found.failures)
    const first = all.get(pods)
    if (first !== undefined) await this.#deleteAll(namespace, [[pods, first]], report)
    if (report.isClean) {
      const others = [...all].filter(([name]) => name !== pods)
      await this.#deleteAll(namespace, others, report)
    }
    return report
  }

  async #deleteAll(
    namespace: string,
    resources: readonly (readonly [string, DeletableResource])[],
    report: ContentReport,
  ): Promise<void> {
    for (const [name, resource] of resources) {
      try {
        const left = await this.#deleteResource(namespace, resource)
        report.add(name, left)
        // Pods have time to end; what else is left without a finalizer was not deleted.
        if (left.length > 0 && left.flat().length === 0 && name !== pods)
          report.failed(new Error(`unexpected items still remain in namespace: ${namespace} for gvr: ${resource.gvr}`))
      } catch (error) {
        // The definition was deleted meanwhile, or discovery promised too much.
        if (!isNotFound(error) && !isMethodNotSupported(error)) report.failed(error)
      }
    }
  }

  /** @returns the finalizers of each object that is left */
  async #deleteResource(namespace: string, { gvr, verbs }: DeletableResource): Promise<readonly (readonly string[])[]> {
    const resource = this.#client.resource(gvr).namespace(namespace)
    const before = await listMetadata(resource)
    if (before.length === 0) return []
    if (verbs.includes('deletecollection')) await resource.deleteCollection({}, { propagationPolicy: 'Background' })
    else for (const { name } of before) await deleteIfThere(resource, name)
    return (await listMetadata(resource)).map(({ finalizers }) => finalizers)
  }
}

async function deleteIfThere(resource: ResourceClient<Unstructured>, name: string): Promise<void> {
  await resource.delete(name, { propagationPolicy: 'Background' }).catch((error: unknown) => {
    if (!isNotFound(error)) throw error
  })
}

async function listMetadata(resource: ResourceClient<Unstructured>) {
  const objects: { readonly name: string; readonly finalizers: readonly string[] }[] = []
  for await (const { metadata } of resource.metadata().each()) {
    objects.push({ name: metadata?.name ?? '', finalizers: [...(metadata?.finalizers ?? [])] })
  }
  return objects
}

/** What was found while a namespace was emptied. */
class ContentReport implements RemainingContent {
  readonly resources = new Map<string, number>()
  readonly finalizers = new Map<string, number>()
  readonly contentErrors: Error[] = []

  constructor(readonly discoveryErrors: readonly Error[]) {}

  get errors(): readonly Error[] {
    return [...this.discoveryErrors, ...this.contentErrors]
  }

  /** Whether the objects so far are gone. */
  get isClean(): boolean {
    return this.resources.size === 0 && this.contentErrors.length === 0
  }

  add(name: string, left: readonly (readonly string[])[]): void {
    if (left.length > 0) this.resources.set(name, left.length)
    for (const each of left.flat()) this.finalizers.set(each, (this.finalizers.get(each) ?? 0) + 1)
  }

  failed(error: unknown): void {
    this.contentErrors.push(asError(error))
  }
}

/** Each resource once, in the version that its group prefers among those that have it. */
function deletableResources(discovery: Discovery): ReadonlyMap<string, DeletableResource> {
  const found = new Map<string, DeletableResource>()
  for (const { group, versionedResources } of apiGroupResources(discovery)) {
    const preferred = group.preferredVersion?.version
    const versions = [...versionedResources].sort(([a], [b]) => Number(b === preferred) - Number(a === preferred))
    for (const [version, resources] of versions) {
      for (const { name, verbs } of resources.filter(canBeDeleted)) {
        const id = `${name}.${group.name}`
        if (!found.has(id)) found.set(id, { gvr: new GroupVersionResource(group.name, version, name), verbs })
      }
    }
  }
  return found
}

function canBeDeleted({ name, namespaced, verbs }: DiscoveredResource): boolean {
  return namespaced && !name.includes('/') && verbs.includes('list') && verbs.includes('delete')
}
