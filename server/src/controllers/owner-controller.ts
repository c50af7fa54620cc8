import { objectKey, type SharedInformer } from '@apimachinery/client/cache'
import { getControllerOf } from 'apimachinery/meta'
import { getNamespace, type KubernetesObject } from 'apimachinery/runtime'
import { type Controller, type ReconcileLoopOptions, reconcileLoop } from './controller.js'

/** The objects and the function of an owner's controller. */
export interface OwnerControllerParts<T extends KubernetesObject, O extends KubernetesObject>
  extends ReconcileLoopOptions {
  /** Kind of the owners, as references to owners name it. */
  readonly kind: string
  readonly owners: SharedInformer<T>
  readonly owned: SharedInformer<O>
}

/** A controller that looks at an object when it changes, and when something changes that it controls. */
export function ownerController<T extends KubernetesObject, O extends KubernetesObject>({
  kind,
  owners,
  owned,
  ...parts
}: OwnerControllerParts<T, O>): Controller {
  const loop = reconcileLoop(parts)
  return {
    name: parts.name,
    start() {
      const add = (owner: T) => loop.add(objectKey(owner))
      const ofOwned = (object: O) => {
        const owner = getControllerOf(object)
        if (owner?.kind === kind) loop.add(`${getNamespace(object)}/${owner.name}`)
      }
      owners.addEventHandler({ onAdd: add, onUpdate: (_old, owner) => add(owner) })
      const registration = owned.addEventHandler({
        onAdd: ofOwned,
        onUpdate: (_old, object) => ofOwned(object),
        onDelete: ofOwned,
      })
      // A count is right only when everything that is owned is known.
      void registration.synced.then(() => owners.lister.list().forEach(add))
      loop.start()
    },
    stop: () => loop.stop(),
  }
}
