import { objectKey } from '@apimachinery/client/cache'
import { ControllerRevision, DaemonSet } from 'apimachinery/api/apps/v1'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { followOwned } from '../owner-keys.js'
import { DaemonReconciler } from './daemon-reconciler.js'
import { followNodes } from './follow-nodes.js'

const [name, kind] = ['daemonset-controller', 'DaemonSet']

/** Keeps a pod of each daemon set on the nodes that it chooses. Source: pkg/controller/daemon of Kubernetes. */
export function daemonSetController(context: ControllerContext): Controller {
  const { informers } = context
  const sets = informers.informerFor(DaemonSet)
  const pods = informers.informerFor(Pod)
  const nodes = informers.informerFor(Node)
  const revisions = informers.informerFor(ControllerRevision)
  const reconciler = new DaemonReconciler(context, { sets, pods, nodes, revisions })
  const loop = reconcileLoop({ name, context, reconcile: (key) => reconciler.reconcile(key) })
  const add = (key: string): void => loop.add(key)
  const addSet = (set: DaemonSet): void => add(objectKey(set))
  return {
    name,
    start() {
      const followed = [
        sets.addEventHandler({ onAdd: addSet, onUpdate: (_old, set) => addSet(set), onDelete: addSet }).synced,
        followOwned({ kind, owners: sets, owned: pods, add }),
        followOwned({ kind, owners: sets, owned: revisions, add }),
        followNodes({ sets, pods, nodes }, addSet),
      ]
      // What is missing is known only when everything is read.
      void Promise.all(followed).then(() => loop.start())
    },
    stop: () => loop.stop(),
  }
}
