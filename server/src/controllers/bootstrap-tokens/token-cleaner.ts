import { objectKey } from '@apimachinery/client/cache'
import { Secret } from 'apimachinery/api/core/v1'
import { getUID } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { expiresAfter, isBootstrapToken } from './bootstrap-token.js'

/** Deletes bootstrap tokens that have expired. Source: `tokencleaner.go` of pkg/controller/bootstrap of Kubernetes. */
export function tokenCleanerController(context: ControllerContext): Controller {
  const { client, clock, informers } = context
  const secrets = informers.informerFor(Secret)

  async function reconcile(key: string): Promise<number | undefined> {
    const secret = secrets.lister.getByKey(key)
    const left = secret && isBootstrapToken(secret) ? expiresAfter(secret, clock.now()) : undefined
    if (secret === undefined || left !== 0) return left
    const { name = '', namespace = '' } = secret.metadata ?? {}
    await client
      .resource(Secret)
      .namespace(namespace)
      .delete(name, { preconditions: { uid: getUID(secret) } })
    return undefined
  }

  const loop = reconcileLoop({ name: 'token-cleaner-controller', context, reconcile })
  return {
    name: 'token-cleaner-controller',
    start() {
      const add = (secret: Secret): void => {
        if (isBootstrapToken(secret)) loop.add(objectKey(secret))
      }
      secrets.addEventHandler({ onAdd: add, onUpdate: (_old, secret) => add(secret) })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}
