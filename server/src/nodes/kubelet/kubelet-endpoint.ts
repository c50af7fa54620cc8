import type { Clock } from 'apimachinery/wait'
import type { ReceivedRequest, ResponseSink } from '../../request/http.js'
import type { KubeletRules } from '../pod-rules/kubelet-rules.js'
import type { SimulatedContainers } from './simulated-containers.js'

/** A request to the kubelet of a simulated node. */
export interface KubeletExchange {
  /** The name of the node. */
  readonly node: string
  /** The segments of the path below the endpoint. */
  readonly segments: readonly string[]
  readonly request: ReceivedRequest
  readonly response: ResponseSink
  /** Aborted when the client disconnects, and when the nodes stop. */
  readonly signal: AbortSignal
}

/** Answers requests below a path of kubelets. What it throws is answered in words: a `KubeletError` with its status, others with 500. */
export type KubeletEndpoint = (exchange: KubeletExchange) => Promise<void>

/** What endpoints know. */
export interface KubeletParts {
  /** Absent: containers have written nothing. */
  readonly rules: KubeletRules | undefined
  readonly containers: SimulatedContainers
  /** The time of the cluster. */
  readonly clock: Clock
  /** Measures what really passes. */
  readonly pace: Clock
  /** Receives failures that no client is told of. */
  readonly onError: (error: unknown) => void
}
