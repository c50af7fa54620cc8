import { ConfigMap, Namespace, ServiceAccount } from 'apimachinery/api/core/v1'
import { hasStatusCause, isAlreadyExists } from 'apimachinery/errors'
import { getName, getNamespace, type KindClass, type KubernetesObject } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, isDeleting, reconcileLoop } from './controller.js'

/** Gives each namespace the service account `default`. Source: pkg/controller/serviceaccount of Kubernetes. */
export function serviceAccountController(context: ControllerContext): Controller {
  return perNamespace(context, {
    name: 'serviceaccount',
    type: ServiceAccount,
    object: 'default',
    make: (namespace) => new ServiceAccount({ metadata: { name: 'default', namespace } }),
  })
}

/** Gives each namespace the config map `kube-root-ca.crt`. Source: `publisher.go` of pkg/controller/certificates. */
export function rootCAPublisher(context: ControllerContext, certificateAuthority: string): Controller {
  const annotations = { [descriptionName]: description }
  const data = { 'ca.crt': certificateAuthority }
  return perNamespace(context, {
    name: 'root-ca-cert-publisher',
    type: ConfigMap,
    object: 'kube-root-ca.crt',
    make: (namespace) => new ConfigMap({ metadata: { name: 'kube-root-ca.crt', namespace, annotations }, data }),
    repair: (found) => {
      const described = (found.metadata?.annotations?.[descriptionName] ?? '') !== ''
      const entries = Object.entries(found.data ?? {})
      if (described && entries.length === 1 && entries[0]?.join() === `ca.crt,${certificateAuthority}`) return undefined
      const metadata = { ...found.metadata, annotations: { ...found.metadata?.annotations, ...annotations } }
      return new ConfigMap({ ...found, metadata, data })
    },
  })
}

const descriptionName = 'kubernetes.io/description'
const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'

interface NamespaceObject<T extends KubernetesObject> {
  readonly name: string
  readonly type: KindClass<T>
  /** Name of the object in each namespace. */
  readonly object: string
  readonly make: (namespace: string) => T
  /** What it has to be; undefined if it is as it should be. */
  readonly repair?: (found: T) => T | undefined
}

/** Creates one object in each namespace, again when it was deleted, and repairs it. */
function perNamespace<T extends KubernetesObject>(
  context: ControllerContext,
  { name, type, object, make, repair }: NamespaceObject<T>,
): Controller {
  const { client, informers } = context
  const namespaces = informers.informerFor(Namespace)
  const objects = informers.informerFor(type)

  async function reconcile(namespace: string): Promise<undefined> {
    const found = namespaces.lister.get(namespace)
    if (found === undefined || isDeleting(found) || !objects.hasSynced()) return undefined
    const known = objects.lister.namespace(namespace).get(object)
    if (known === undefined) await create(namespace)
    const repaired = known && repair?.(known)
    // With the version of what is known: what changed meanwhile is looked at again.
    if (repaired !== undefined) await client.update(repaired)
    return undefined
  }

  async function create(namespace: string): Promise<void> {
    await client.create(make(namespace)).catch((error: unknown) => {
      if (!isAlreadyExists(error) && !hasStatusCause(error, 'NamespaceTerminating')) throw error
    })
  }

  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (namespace: Namespace) => loop.add(namespace.metadata?.name ?? '')
      namespaces.addEventHandler({ onAdd: add, onUpdate: (_old, namespace) => add(namespace) })
      const again = (changed: T) => {
        if (getName(changed) === object) loop.add(getNamespace(changed))
      }
      const registration = objects.addEventHandler({ onUpdate: (_old, changed) => again(changed), onDelete: again })
      // Namespaces that came before the objects were known wait for them.
      void registration.synced.then(() => namespaces.lister.list().forEach(add))
      loop.start()
    },
    stop: () => loop.stop(),
  }
}
