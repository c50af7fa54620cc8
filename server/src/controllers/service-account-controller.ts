import { ConfigMap, Namespace, ServiceAccount } from 'apimachinery/api/core/v1'
import { isAlreadyExists } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
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
  const annotations = { 'kubernetes.io/description': description }
  return perNamespace(context, {
    name: 'root-ca-cert-publisher',
    type: ConfigMap,
    object: 'kube-root-ca.crt',
    make: (namespace) =>
      new ConfigMap({
        metadata: { name: 'kube-root-ca.crt', namespace, annotations },
        data: { 'ca.crt': certificateAuthority },
      }),
  })
}

const description =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'

interface NamespaceObject<T extends KubernetesObject> {
  readonly name: string
  readonly type: KindClass<T>
  /** Name of the object in each namespace. */
  readonly object: string
  readonly make: (namespace: string) => T
}

/** Creates one object in each namespace, again when it was deleted. */
function perNamespace<T extends KubernetesObject>(
  context: ControllerContext,
  { name, type, object, make }: NamespaceObject<T>,
): Controller {
  const { client, informers } = context
  const namespaces = informers.informerFor(Namespace)
  const objects = informers.informerFor(type)

  async function reconcile(namespace: string): Promise<undefined> {
    const found = namespaces.lister.get(namespace)
    if (found === undefined || isDeleting(found) || !objects.hasSynced()) return undefined
    if (objects.lister.namespace(namespace).get(object) !== undefined) return undefined
    await client.create(make(namespace)).catch((error: unknown) => {
      if (!isAlreadyExists(error)) throw error
    })
    return undefined
  }

  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const add = (namespace: Namespace) => loop.add(namespace.metadata?.name ?? '')
      namespaces.addEventHandler({ onAdd: add, onUpdate: (_old, namespace) => add(namespace) })
      const registration = objects.addEventHandler({
        onDelete: (deleted) => {
          const { metadata } = deleted as { metadata?: { name?: string; namespace?: string } }
          if (metadata?.name === object) loop.add(metadata.namespace ?? '')
        },
      })
      // Namespaces that came before the objects were known wait for them.
      void registration.synced.then(() => namespaces.lister.list().forEach(add))
      loop.start()
    },
    stop: () => loop.stop(),
  }
}
