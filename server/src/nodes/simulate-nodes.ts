import { Node, Pod } from 'apimachinery/api/core/v1'
import type { Controller, ControllerContext } from '../controllers/controller.js'
import type { ControllerSettings } from '../controllers/controller-settings.js'
import { defaultSimulation, type NodesConfiguration } from './configuration/nodes-configuration.js'
import { CreatedNodes } from './created-nodes.js'
import { nodeStages } from './default-stages/node-stages.js'
import { type PodOutcome, podStages } from './default-stages/pod-stages.js'
import { withFailures } from './failures/failure-stages.js'
import { PressureEvictions } from './failures/pressure-evictions.js'
import { KubeletService } from './kubelet/kubelet-service.js'
import type { SimulatedKubelets } from './kubelet/simulated-kubelets.js'
import { MetricsService } from './metrics/metrics-service.js'
import { NodeSimulation } from './node-simulation.js'
import { PodBinder } from './pod-binder.js'
import { seededRandom } from './seeded-random.js'
import { usageByAnnotations } from './usage/default-usage.js'
import { ResourceUsages, type UsageFunction } from './usage/resource-usages.js'

/** How simulated nodes behave. */
export interface NodesOptions {
  /** Names of nodes that are created, or how many; default 1, none with a `configuration`. */
  readonly nodes?: number | readonly string[] | undefined
  /** Stages of kwok in place of the default ones: what `readNodesConfiguration` has read. */
  readonly configuration?: NodesConfiguration | undefined
  /** The outcome of a pod, without a `configuration`. By default pods that are always restarted run, others succeed. */
  readonly outcome?: ((pod: Pod) => PodOutcome) | undefined
  /** Whether pods without a node get one of those that are created; default true. Where a scheduler runs, false. */
  readonly binds?: boolean | undefined
  /** What a container uses, by the names of resources; for those that it answers `undefined` for, the configuration says it. */
  readonly usage?: UsageFunction | undefined
  /** The start of the random numbers for weights and jitter; default 1. */
  readonly seed?: number | undefined
}

/** What simulated nodes have to do with their server. */
export interface NodesSurroundings extends Pick<ControllerSettings, 'addGroup'> {
  /** Through what the server reaches their kubelets; absent: they have none. */
  readonly kubelets?: SimulatedKubelets | undefined
}

/** Simulates nodes and their pods, and serves what they use. */
export function simulateNodes(
  context: ControllerContext,
  options: NodesOptions = {},
  { kubelets, addGroup }: NodesSurroundings,
): Controller {
  const { configuration = defaultConfiguration(options.outcome), binds = true, seed = 1, usage } = options
  const names = namesOf(options)
  const random = seededRandom(seed)
  const simulation = new NodeSimulation(
    { context, random },
    { ...configuration, stages: withFailures(configuration.stages) },
  )
  const podsOn = (node: string): readonly Pod[] => simulation.podsOn(node)
  const usages = new ResourceUsages({
    configuration: configuration.usage ?? usageByAnnotations(),
    usage,
    clock: context.clock,
    random,
    nodeOf: (name) => context.informers.informerFor(Node).lister.get(name),
    podsOn,
    onError: (error) => context.onError(error, 'node'),
  })
  const isManaged = (node: string): boolean => simulation.isManaged(node)
  const isSimulated = (node: string): boolean => simulation.isSimulated(node)
  const rules = configuration.kubelet
  const parts = [
    new CreatedNodes(context, names),
    ...(binds ? [new PodBinder(context, names)] : []),
    simulation,
    ...(kubelets === undefined ? [] : [new KubeletService(context, { kubelets, isSimulated, rules })]),
    ...(servesMetrics(options) ? [new MetricsService({ context, addGroup, usages, isManaged })] : []),
    new PressureEvictions({ context, usages, isManaged, podsOn }),
  ]
  return {
    name: 'node',
    start() {
      for (const part of parts) part.start()
      const gone = { onDelete: (object: Pod | Node) => usages.forget(object) }
      context.informers.informerFor(Pod).addEventHandler(gone)
      context.informers.informerFor(Node).addEventHandler(gone)
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

/** With a configuration that says nothing of usage a cluster is as one without metrics-server. */
function servesMetrics({ configuration, usage }: NodesOptions): boolean {
  return configuration === undefined || configuration.usage !== undefined || usage !== undefined
}

function namesOf({ configuration, nodes = configuration === undefined ? 1 : 0 }: NodesOptions): readonly string[] {
  return typeof nodes === 'number' ? Array.from({ length: nodes }, (_, index) => `node-${index}`) : nodes
}

function defaultConfiguration(outcome: NodesOptions['outcome']): NodesConfiguration {
  const options = { ...defaultSimulation, cidr: '10.244.0.0/16' }
  return { options, stages: [...nodeStages, ...podStages(outcome)] }
}
