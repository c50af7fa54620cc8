import { Node, Pod } from 'apimachinery/api/core/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { Controller, ControllerContext } from '../controllers/controller.js'
import type { NodesConfiguration } from './configuration/nodes-configuration.js'
import { nodeFailureOf } from './failures/failure-annotations.js'
import { ImpersonatedClients } from './player/impersonated-client.js'
import { NodeAddresses } from './player/node-addresses.js'
import { NodeLeases } from './player/node-leases.js'
import { NodeSelection } from './player/node-selection.js'
import { OtherKind } from './player/other-kinds.js'
import { SimulatedNodes } from './player/simulated-nodes.js'
import { SimulatedPods } from './player/simulated-pods.js'
import { StagePlayer } from './player/stage-player.js'
import { StageTarget } from './player/stage-target.js'
import type { Stage } from './stages/stage.js'
import { ownFunctions } from './stages/template-functions.js'
import type { TemplateFunctions } from './template/template-function.js'

/** Input of a {@link NodeSimulation} besides its configuration. */
export interface NodeSimulationOptions {
  readonly context: ControllerContext
  /** Numbers from 0 to below 1, of which chance is made. */
  readonly random: () => number
}

/** Its name in messages. */
const name = 'node'

/** Stages that are played at once for each kind. */
const workers = 16

/** Nodes and pods that behave as the stages of a configuration say, as those of kwok do. */
export class NodeSimulation implements Controller {
  readonly name = name
  readonly #options: NodeSimulationOptions
  readonly #clients: ImpersonatedClients
  readonly #leases: NodeLeases | undefined
  readonly #players: { readonly node: StagePlayer; readonly pod: StagePlayer }
  readonly #nodes: SimulatedNodes
  readonly #pods: SimulatedPods
  readonly #others: readonly OtherKind[]

  constructor(options: NodeSimulationOptions, configuration: NodesConfiguration) {
    this.#options = options
    this.#clients = new ImpersonatedClients(options.context.client)
    const { context, random } = options
    const { client, clock, pace, informers } = context
    const simulation = configuration.options
    const nodes = informers.informerFor(Node)
    const addresses = new NodeAddresses((each) => nodes.lister.get(each), simulation.cidr, simulation.nodeIP)
    const functions = ownFunctions({
      now: () => clock.now(),
      startTime: clock.now(),
      random,
      nodeIP: () => simulation.nodeIP,
      nodeName: () => simulation.nodeName,
      nodePort: () => simulation.nodePort,
      nodeIPs: (each) => addresses.ofNode(each),
      podIPs: (each, isInHostNetwork) => addresses.forPod(each, isInHostNetwork),
    })
    const selection = new NodeSelection(simulation)
    const kinds = byKind(configuration.stages)
    const player = (kind: string): StagePlayer => this.#player(kinds.get(kind) ?? [], functions)
    this.#players = { node: player('v1 Node'), pod: player('v1 Pod') }
    const onError = (error: unknown): void => context.onError(error, name)
    this.#leases =
      simulation.leaseSeconds === 0
        ? undefined
        : new NodeLeases({
            client,
            clock,
            pace,
            random,
            seconds: simulation.leaseSeconds,
            onError,
            onHeld: (each) => this.#nodes.manage(each),
          })
    this.#nodes = new SimulatedNodes({
      nodes,
      player: this.#players.node,
      selection,
      leases: this.#leases,
      isSilent: (node) => this.#isSilent(node),
      onManaged: (each) => this.#pods.observeNode(each),
      onSilent: (each) => this.#pods.forgetNode(each),
    })
    this.#pods = new SimulatedPods({
      pods: informers.informerFor(Pod),
      player: this.#players.pod,
      addresses,
      isManaged: (each) => this.#nodes.isManaged(each),
      isDisregarded: (pod) => selection.isDisregarded(pod),
    })
    this.#others = [...kinds.entries()]
      .filter(([kind]) => kind !== 'v1 Node' && kind !== 'v1 Pod')
      .map(
        ([kind, stages]) => new OtherKind({ context, kind: stages[0]!.kind, player: player(kind), selection, onError }),
      )
  }

  /** Reports whether a node is simulated. */
  isSimulated(node: string): boolean {
    return this.#nodes.names.has(node)
  }

  /** Whether the kubelet of a node answers. */
  isManaged(node: string): boolean {
    return this.#nodes.isManaged(node)
  }

  /** The pods that are bound to a node. */
  podsOn(node: string): readonly Pod[] {
    return this.#pods.onNode(node)
  }

  start(): void {
    this.#players.node.start()
    this.#players.pod.start()
    this.#leases?.start()
    this.#nodes.start()
    this.#pods.start()
    for (const other of this.#others) other.start()
  }

  async stop(): Promise<void> {
    const parts = [this.#players.node, this.#players.pod, this.#leases, ...this.#others]
    await Promise.all(parts.map((part) => part?.stop()))
  }

  #isSilent(node: Node): boolean {
    try {
      return nodeFailureOf(node) === 'not-responding'
    } catch (error) {
      this.#options.context.onError(error, name)
      return false
    }
  }

  #player(stages: readonly Stage[], functions: TemplateFunctions): StagePlayer {
    const { context, random } = this.#options
    const { client, events, clock, pace } = context
    const clientAs = (userName: string) => this.#clients.as(userName)
    const target = (object: KubernetesObject): StageTarget => new StageTarget({ client, events, clientAs }, object)
    const onError = (error: unknown): void => context.onError(error, name)
    return new StagePlayer({ stages, clock, pace, random, functions, target, onError, workers })
  }
}

function byKind(stages: readonly Stage[]): ReadonlyMap<string, readonly Stage[]> {
  const kinds = new Map<string, Stage[]>()
  for (const stage of stages) {
    const kind = `${stage.kind.apiVersion} ${stage.kind.kind}`
    const known = kinds.get(kind)
    if (known === undefined) kinds.set(kind, [stage])
    else known.push(stage)
  }
  return kinds
}
