import type { Pod } from 'apimachinery/api/core/v1'
import type { Controller, ControllerContext } from '../controllers/controller.js'
import { defaultSimulation, type NodesConfiguration } from './configuration/nodes-configuration.js'
import { CreatedNodes } from './created-nodes.js'
import { nodeStages } from './default-stages/node-stages.js'
import { type PodOutcome, podStages } from './default-stages/pod-stages.js'
import { KubeletService } from './kubelet/kubelet-service.js'
import type { SimulatedKubelets } from './kubelet/simulated-kubelets.js'
import { NodeSimulation } from './node-simulation.js'
import { PodBinder } from './pod-binder.js'
import { seededRandom } from './seeded-random.js'

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
  /** The start of the random numbers for weights and jitter; default 1. */
  readonly seed?: number | undefined
}

/** Simulates nodes and their pods. @param kubelets - through what the server reaches their kubelets; absent: they have none */
export function simulateNodes(
  context: ControllerContext,
  options: NodesOptions = {},
  kubelets?: SimulatedKubelets,
): Controller {
  const { configuration = defaultConfiguration(options.outcome), binds = true, seed = 1 } = options
  const names = namesOf(options)
  const simulation = new NodeSimulation({ context, random: seededRandom(seed) }, configuration)
  const isSimulated = (node: string): boolean => simulation.isSimulated(node)
  const rules = configuration.kubelet
  const parts = [
    new CreatedNodes(context, names),
    ...(binds ? [new PodBinder(context, names)] : []),
    simulation,
    ...(kubelets === undefined ? [] : [new KubeletService(context, { kubelets, isSimulated, rules })]),
  ]
  return {
    name: 'node',
    start() {
      for (const part of parts) part.start()
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}

function namesOf({ configuration, nodes = configuration === undefined ? 1 : 0 }: NodesOptions): readonly string[] {
  return typeof nodes === 'number' ? Array.from({ length: nodes }, (_, index) => `node-${index}`) : nodes
}

function defaultConfiguration(outcome: NodesOptions['outcome']): NodesConfiguration {
  const options = { ...defaultSimulation, cidr: '10.244.0.0/16' }
  return { options, stages: [...nodeStages, ...podStages(outcome)] }
}
