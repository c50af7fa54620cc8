import { Namespace, type NamespaceCondition } from 'apimachinery/api/core/v1'
import type { DiscoveredResource } from 'apimachinery/meta'
import { timeFromDate } from 'apimachinery/scalar'
import { GroupVersionResource, parseGroupVersion } from 'apimachinery/schema'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from './controller.js'

const finalizer = 'kubernetes'
/** Milliseconds between looks at a namespace whose objects take their time. */
const pause = 100

/** The remaining objects in a namespace. */
interface Remaining {
  /** `2 resource instances of pods` and the like, sorted. */
  readonly resources: ReadonlyMap<string, number>
  readonly finalizers: ReadonlyMap<string, number>
}

/**
 * Deletes the content of namespaces that are being deleted, then removes them. Source: pkg/controller/namespace of
 * Kubernetes.
 */
export function namespaceController(context: ControllerContext): Controller {
  const { client, informers } = context
  const informer = informers.informerFor(Namespace)
  const namespaces = client.resource(Namespace)

  async function reconcile(name: string): Promise<number | undefined> {
    const namespace = informer.lister.get(name)
    if (namespace === undefined || !isDeleting(namespace)) return undefined
    if (!namespace.spec?.finalizers?.includes(finalizer)) return undefined
    const remaining = await emptyNamespace(name)
    const latest = await namespaces.get(name)
    if (await updateConditions(latest, remaining)) return pause
    if (remaining.resources.size > 0) return pause
    const finalizers = latest.spec?.finalizers?.filter((each) => each !== finalizer) ?? []
    const finalized = new Namespace({ ...latest, spec: { ...latest.spec, finalizers } })
    await namespaces.subresource('finalize').update(finalized)
    return undefined
  }

  async function emptyNamespace(name: string): Promise<Remaining> {
    client.discovery.invalidate()
    const { resourceLists } = await client.discovery.discovery()
    const resources = new Map<string, number>()
    const finalizers = new Map<string, number>()
    const seen = new Set<string>()
    for (const { groupVersion, resources: served } of resourceLists) {
      const { group, version } = parseGroupVersion(groupVersion)
      for (const resource of served.filter(canBeEmptied)) {
        const id = group === '' ? resource.name : `${resource.name}.${group}`
        if (seen.has(id)) continue
        seen.add(id)
        const found = await emptyResource(name, new GroupVersionResource(group, version, resource.name), resource)
        if (found.length > 0) resources.set(`${id} has ${found.length} resource instances`, found.length)
        for (const each of found.flat()) finalizers.set(each, (finalizers.get(each) ?? 0) + 1)
      }
    }
    return { resources, finalizers }
  }

  /** The finalizers of each object that is left. */
  async function emptyResource(
    namespace: string,
    gvr: GroupVersionResource,
    { verbs }: DiscoveredResource,
  ): Promise<string[][]> {
    const resource = client.resource(gvr).namespace(namespace)
    const list = async () => {
      const names: { name: string; finalizers: string[] }[] = []
      for await (const { metadata } of resource.metadata().each()) {
        names.push({ name: metadata?.name ?? '', finalizers: [...(metadata?.finalizers ?? [])] })
      }
      return names
    }
    const before = await list()
    if (before.length === 0) return []
    if (verbs.includes('deletecollection')) await resource.deleteCollection({}, { propagationPolicy: 'Background' })
    else for (const { name } of before) await resource.delete(name, { propagationPolicy: 'Background' })
    return (await list()).map(({ finalizers }) => finalizers)
  }

  /** Whether something changed. */
  async function updateConditions(namespace: Namespace, remaining: Remaining): Promise<boolean> {
    const before = namespace.status?.conditions ?? []
    const now = timeFromDate(new Date(context.clock.now()))
    const conditions = conditionsOf(remaining).map((condition) => {
      const old = before.find(({ type }) => type === condition.type)
      const same = old?.status === condition.status
      return { ...condition, lastTransitionTime: same ? old?.lastTransitionTime : now } as NamespaceCondition
    })
    const text = (all: readonly NamespaceCondition[]) => all.map((c) => [c.type, c.status, c.reason, c.message].join())
    if (text(conditions).join() === text(before).join()) return false
    await namespaces.updateStatus(new Namespace({ ...namespace, status: { ...namespace.status, conditions } } as never))
    return true
  }

  const loop = reconcileLoop({ name: 'namespace', context, reconcile })
  return {
    name: 'namespace',
    start() {
      const add = (namespace: Namespace) => {
        if (isDeleting(namespace)) loop.add(namespace.metadata?.name ?? '')
      }
      informer.addEventHandler({ onAdd: add, onUpdate: (_old, namespace) => add(namespace) })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

function canBeEmptied({ name, namespaced, verbs }: DiscoveredResource): boolean {
  return namespaced && !name.includes('/') && verbs.includes('list') && verbs.includes('delete')
}

function conditionsOf({ resources, finalizers }: Remaining): Partial<NamespaceCondition>[] {
  const left = [...resources.keys()].sort().join(', ')
  const blocked = [...finalizers].sort().map(([name, count]) => `${name} in ${count} resource instances`)
  return [
    {
      type: 'NamespaceDeletionDiscoveryFailure',
      status: 'False',
      reason: 'ResourcesDiscovered',
      message: 'All resources successfully discovered',
    },
    {
      type: 'NamespaceDeletionGroupVersionParsingFailure',
      status: 'False',
      reason: 'ParsedGroupVersions',
      message: 'All legacy kube types successfully parsed',
    },
    {
      type: 'NamespaceDeletionContentFailure',
      status: 'False',
      reason: 'ContentDeleted',
      message: 'All content successfully deleted, may be waiting on finalization',
    },
    resources.size === 0
      ? {
          type: 'NamespaceContentRemaining',
          status: 'False',
          reason: 'ContentRemoved',
          message: 'All content successfully removed',
        }
      : {
          type: 'NamespaceContentRemaining',
          status: 'True',
          reason: 'SomeResourcesRemain',
          message: `Some resources are remaining: ${left}`,
        },
    blocked.length === 0
      ? {
          type: 'NamespaceFinalizersRemaining',
          status: 'False',
          reason: 'ContentHasNoFinalizers',
          message: 'All content-preserving finalizers finished',
        }
      : {
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${blocked.join(', ')}`,
        },
  ]
}
