import { Namespace } from 'apimachinery/api/core/v1'
import { isConflict, isNotFound } from 'apimachinery/errors'
import { timeAt } from './cluster-time.js'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from './controller.js'
import { namespaceConditions, updatedConditions } from './namespace-conditions.js'
import { NamespaceContent, type RemainingContent } from './namespace-content.js'

const finalizer = 'kubernetes'
/** Milliseconds between looks at a namespace whose objects take their time. */
const pause = 100

/**
 * Deletes the content of namespaces that are being deleted, then removes them. Source: pkg/controller/namespace of
 * Kubernetes.
 */
export function namespaceController(context: ControllerContext): Controller {
  const { client, informers } = context
  const informer = informers.informerFor(Namespace)
  const namespaces = client.resource(Namespace)
  const content = new NamespaceContent(client)

  async function reconcile(name: string): Promise<undefined> {
    const known = informer.lister.get(name)
    if (known === undefined || !isDeleting(known)) return undefined
    // The one of the informer may have been replaced by another one of its name, whose objects must stay.
    const namespace = await latestOf(name, known.metadata?.uid)
    if (!namespace?.spec?.finalizers?.includes(finalizer)) return undefined
    const remaining = await content.delete(name)
    const updated = await updateConditions(namespace, remaining)
    if (updated === undefined) return undefined
    const [problem] = remaining.errors
    if (problem !== undefined) throw problem
    if (remaining.resources.size > 0) loop.addAfter(name, pause)
    else await finalize(updated)
    return undefined
  }

  /** The namespace as the server has it; undefined if this one is gone or not deleted. */
  async function latestOf(name: string, uid: string | undefined): Promise<Namespace | undefined> {
    const latest = await namespaces.get(name).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
      return undefined
    })
    return latest !== undefined && latest.metadata?.uid === uid && isDeleting(latest) ? latest : undefined
  }

  /** Changes the namespace as it was read, and after a conflict as it is now. @returns undefined if it is gone */
  async function change(
    namespace: Namespace,
    write: (latest: Namespace) => Promise<Namespace>,
  ): Promise<Namespace | undefined> {
    const { name = '', uid } = namespace.metadata ?? {}
    for (let latest: Namespace | undefined = namespace; latest !== undefined; latest = await latestOf(name, uid)) {
      try {
        return await write(latest)
      } catch (error) {
        if (isNotFound(error)) return undefined
        if (!isConflict(error)) throw error
      }
    }
    return undefined
  }

  function updateConditions(namespace: Namespace, remaining: RemainingContent): Promise<Namespace | undefined> {
    const now = timeAt(context.clock.now())
    return change(namespace, async (latest) => {
      const conditions = updatedConditions(latest.status?.conditions ?? [], namespaceConditions(remaining), now)
      if (conditions === undefined) return latest
      return namespaces.updateStatus(new Namespace({ ...latest, status: { ...latest.status, conditions } } as never))
    })
  }

  async function finalize(namespace: Namespace): Promise<void> {
    await change(namespace, (latest) => {
      const finalizers = latest.spec?.finalizers?.filter((each) => each !== finalizer) ?? []
      return namespaces
        .subresource('finalize')
        .update(new Namespace({ ...latest, spec: { ...latest.spec, finalizers } }))
    })
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
