import { objectKey } from '@apimachinery/client/cache'
import { Lease } from 'apimachinery/api/coordination/v1'
import { Node, Pod } from 'apimachinery/api/core/v1'
import { PatchType } from 'apimachinery/patch'
import { timeAt } from '../cluster-time.js'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { changeTaints } from '../node-taints.js'
import { PeriodicTask } from '../periodic-task.js'
import { PodsByNode } from '../pods-by-node.js'
import { NodeMonitor } from './monitor-nodes.js'
import { NoExecuteTaints } from './no-execute-taints.js'
import { noScheduleChange } from './no-schedule-taints.js'
import { missingLabels } from './node-labels.js'
import { defaultNodeLifecycleSettings, type NodeLifecycleSettings } from './node-lifecycle-settings.js'
import { markPodsNotReady } from './pods-not-ready.js'

const name = 'node-lifecycle-controller'

/** Watches over nodes: their conditions, taints, and the pods of those that are not ready. Source: pkg/controller/nodelifecycle of Kubernetes. */
export function nodeLifecycleController(
  context: ControllerContext,
  given: Partial<NodeLifecycleSettings> = {},
): Controller {
  const settings = { ...defaultNodeLifecycleSettings, ...given }
  const { client, informers, clock } = context
  const [nodes, pods] = [informers.informerFor(Node), informers.informerFor(Pod)]
  const leases = informers.informerFor(Lease, { namespaces: ['kube-node-lease'] })
  const byNode = new PodsByNode(pods)
  const taints = new NoExecuteTaints(context, nodes, settings)
  const monitor = new NodeMonitor({ context, nodes, leases, pods: byNode, taints, settings })
  const onError = (error: unknown): void => context.onError(error, name)
  const task = new PeriodicTask({ clock, milliseconds: settings.monitorPeriod, run: () => monitor.pass(), onError })

  async function syncNode(key: string): Promise<undefined> {
    const node = nodes.lister.get(key)
    if (node === undefined) return undefined
    await monitor.register(node)
    const change = noScheduleChange(node, timeAt(clock.now()))
    if (change.add.length + change.remove.length > 0) await changeTaints(client, key, change)
    const labels = missingLabels(node)
    if (Object.keys(labels).length > 0)
      await client.patch(node, { type: PatchType.Merge, body: { metadata: { labels } } })
    return undefined
  }

  /** A pod that comes to a node that is not ready is not ready. */
  async function syncPod(key: string): Promise<undefined> {
    const pod = pods.lister.getByKey(key)
    const ready = pod && monitor.readyOf(pod.spec?.nodeName ?? '')
    if (pod !== undefined && ready !== undefined && ready.status !== 'True') await markPodsNotReady(context, [pod])
    return undefined
  }

  const nodeLoop = reconcileLoop({ name, context, reconcile: syncNode })
  const podLoop = reconcileLoop({ name, context, reconcile: syncPod })
  let stopped = false

  /** Absent nodes and leases mean something only when all are known. */
  async function begin(): Promise<void> {
    await Promise.all([nodes.waitForSync(), pods.waitForSync(), leases.waitForSync()])
    if (!stopped) task.start()
  }

  return {
    name,
    start() {
      nodes.addEventHandler({
        onAdd: (node) => nodeLoop.add(objectKey(node)),
        onUpdate: (_old, node) => nodeLoop.add(objectKey(node)),
      })
      const isBound = ({ spec }: Pod): boolean => (spec?.nodeName ?? '') !== ''
      pods.addEventHandler({
        onAdd: (pod) => {
          if (isBound(pod)) podLoop.add(objectKey(pod))
        },
        onUpdate: (old, pod) => {
          if (isBound(pod) && old.spec?.nodeName !== pod.spec?.nodeName) podLoop.add(objectKey(pod))
        },
      })
      nodeLoop.start()
      podLoop.start()
      begin().catch((error: unknown) => {
        if (!stopped) onError(error)
      })
    },
    async stop() {
      stopped = true
      await Promise.all([task.stop(), taints.stop(), nodeLoop.stop(), podLoop.stop()])
    },
  }
}
