import { objectKey } from '@apimachinery/client/cache'
import { Node } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { type Controller, type ControllerContext, reconcileLoop } from './controller.js'

const name = 'ttl-controller'
const annotation = 'node.alpha.kubernetes.io/ttl'

/** Seconds by the number of nodes; a number between two rows keeps the row that it comes from. */
const rows = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: Number.POSITIVE_INFINITY, seconds: 300 },
] as const

/** Tells kubelets how long they may keep secrets and config maps, by the size of the cluster. Source: pkg/controller/ttl of Kubernetes. */
export function ttlController(context: ControllerContext): Controller {
  const nodes = context.informers.informerFor(Node)
  let count = 0
  let row = 0
  const loop = reconcileLoop({
    name,
    context,
    async reconcile(key) {
      const node = nodes.lister.get(key)
      const { seconds } = rows[row]!
      const present = node?.metadata?.annotations?.[annotation]
      if (node === undefined || (/^[+-]?\d+$/.test(present ?? '') && Number(present) === seconds)) return undefined
      const body = { metadata: { annotations: { [annotation]: String(seconds) } } }
      await context.client.patch(node, { type: PatchType.StrategicMerge, body })
      return undefined
    },
  })
  return {
    name,
    start() {
      nodes.addEventHandler({
        onAdd: (node) => {
          count++
          if (count > rows[row]!.most) row++
          loop.add(objectKey(node))
        },
        onUpdate: (_old, node) => loop.add(objectKey(node)),
        onDelete: () => {
          count--
          if (count < rows[row]!.least) row--
        },
      })
      loop.start()
    },
    stop: () => loop.stop(),
  }
}
