import type { ControllerDescriptor } from '../controllers/controller-descriptor.js'
import { controllerDescriptors } from '../controllers/controller-names.js'
import type { SimulatedKubelets } from '../nodes/kubelet/simulated-kubelets.js'
import { type NodesOptions, simulateNodes } from '../nodes/simulate-nodes.js'
import { type SchedulerOptions, scheduler } from '../scheduler/scheduler.js'

/** How the parts of a cluster beside the controllers of the controller manager behave. */
export interface ClusterOptions {
  readonly nodes?: NodesOptions | undefined
  readonly scheduler?: SchedulerOptions | undefined
  /** Through what the server reaches the kubelets of simulated nodes; absent: they have none. */
  readonly kubelets?: SimulatedKubelets | undefined
}

type Descriptors = typeof controllerDescriptors

/** A controller's name: one of kube-controller-manager, in its current or its older form, `scheduler`, or `node` for simulated nodes. */
export type ControllerName =
  | Descriptors[number]['name']
  | Descriptors[number]['aliases'][number]
  | 'scheduler'
  | 'kube-scheduler'
  | 'node'

/** An entry of a list of controllers: a name, `-` with a name for one that is left out, `*` for those that run by default, `all`. */
export type ControllerSelector = ControllerName | `-${ControllerName}` | '*' | 'all'

/** Everything that can run beside a server by its name. */
export function clusterControllers({
  nodes,
  scheduler: scheduling,
  kubelets,
}: ClusterOptions = {}): readonly ControllerDescriptor[] {
  return [
    ...controllerDescriptors,
    {
      name: 'scheduler',
      aliases: ['kube-scheduler'],
      identity: { user: { name: 'system:kube-scheduler', groups: [] }, program: 'kube-scheduler' },
      make: (context) => scheduler(context, scheduling),
    },
    {
      name: 'node',
      // Nodes are asked for: beside those of a cluster they would be in the way.
      disabledByDefault: true,
      identity: { user: { name: 'kwok', groups: ['system:masters'] }, program: 'kwok' },
      component: 'kwok_controller',
      make: (context, { addGroup }) => simulateNodes(context, nodes, { kubelets, addGroup }),
    },
  ]
}
