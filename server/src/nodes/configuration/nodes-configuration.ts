import type { KubeletRules } from '../pod-rules/kubelet-rules.js'
import type { Stage } from '../stages/stage.js'
import type { UsageConfiguration } from '../usage/pod-usage.js'

/** Which nodes are simulated, and what their templates see. */
export interface SimulationOptions {
  /** Of the nodes that are simulated, by their annotations. Default: those with `kwok.x-k8s.io/node=fake`. */
  readonly annotationSelector: string
  /** Of those, by their labels. */
  readonly labelSelector: string
  /** All nodes, whatever the selectors say. */
  readonly allNodes: boolean
  /** Nodes and pods that stages leave alone, by annotations and by labels. */
  readonly disregardAnnotations: string
  readonly disregardLabels: string
  /** Of pods on nodes without a range of their own. */
  readonly cidr: string
  readonly nodeIP: string
  readonly nodeName: string
  readonly nodePort: number
  readonly leaseSeconds: number
}

/** What a configuration of kwok says. */
export interface NodesConfiguration {
  readonly options: SimulationOptions
  readonly stages: readonly Stage[]
  /** What their kubelets answer; absent: containers have run and written nothing. */
  readonly kubelet?: KubeletRules | undefined
  /** What pods use of resources; absent: what their annotations say. */
  readonly usage?: UsageConfiguration | undefined
}

/** What holds where a configuration says nothing. */
export const defaultSimulation: SimulationOptions = {
  annotationSelector: 'kwok.x-k8s.io/node=fake',
  labelSelector: '',
  allNodes: false,
  disregardAnnotations: '',
  disregardLabels: '',
  cidr: '10.0.0.1/24',
  nodeIP: '',
  nodeName: '',
  nodePort: 0,
  leaseSeconds: 40,
}
