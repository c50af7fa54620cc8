import type { Container, Node, Pod } from 'apimachinery/api/core/v1'
import {
  type CELFunction,
  type CELProgram,
  compileExpression,
  DurationValue,
  jsonOf,
  QuantityValue,
} from 'apimachinery/openapi/cel'
import { ConfigurationError } from '../../internal/configuration-error.js'
import { lazy } from '../../internal/lazy.js'
import { type ExpressionMoment, kwokFunctions } from '../cel/kwok-functions.js'
import { usageVariables } from '../cel/object-types.js'

/** What an expression is about. */
export interface UsageSubject {
  readonly node: Node | undefined
  readonly pod?: Pod | undefined
  readonly container?: Container | undefined
}

/** What the functions of an expression ask for. */
export interface UsageSources extends ExpressionMoment {
  /** What a pod, or one of its containers, uses of a resource. */
  ofPod(pod: Pod, resource: string, container?: string): number
  ofNode(node: Node, resource: string): number
  /** The same by seconds since it was asked for the first time. */
  sinceStartOfPod(pod: Pod, resource: string, container?: string): number
  sinceStartOfNode(node: Node, resource: string): number
  /** Containers that were started on a node. */
  startedContainers(nodeName: string): number
}

/** An expression of CEL about `node`, `pod` and `container`. Source: pkg/kwok/metrics/evaluator.go of kwok. */
export class UsageExpression {
  readonly #source: string
  readonly #program: CELProgram
  /** Of the evaluation that runs. */
  #sources: UsageSources | undefined

  /** @throws ConfigurationError with the place */
  constructor(source: string) {
    this.#source = source
    const sources = (): UsageSources => {
      if (this.#sources === undefined) throw new Error('no evaluation runs')
      return this.#sources
    }
    const functions = [...kwokFunctions(sources), ...usageFunctions(sources)]
    const { program, issues } = compileExpression(source, { variables: variables(), functions })
    if (program === undefined) throw new ConfigurationError(issues)
    this.#program = program
  }

  /** Numbers and quantities; durations are nanoseconds, as in Go. @throws ConfigurationError for errors and other values */
  number({ node, pod, container }: UsageSubject, sources: UsageSources): number {
    const evaluated = this.#value({ node, pod, container }, sources)
    if (evaluated instanceof QuantityValue) return evaluated.quantity.asApproximateFloat64()
    if (evaluated instanceof DurationValue) return Number(evaluated.nanos)
    const value = jsonOf(evaluated)
    if (typeof value === 'boolean') return value ? 1 : 0
    if (typeof value === 'number' || typeof value === 'bigint') return Number(value)
    throw new ConfigurationError(`${this.#source}: unsupported value ${JSON.stringify(value)}`)
  }

  /** @throws ConfigurationError for errors and other values */
  text({ node, pod, container }: UsageSubject, sources: UsageSources): string {
    const value = this.#value({ node, pod, container }, sources)
    if (typeof value === 'string') return value
    throw new ConfigurationError(`${this.#source}: unsupported value ${JSON.stringify(value)}`)
  }

  #value(bindings: Readonly<Record<string, unknown>>, sources: UsageSources): unknown {
    // A function may evaluate expressions, and this one again.
    const before = this.#sources
    this.#sources = sources
    try {
      const { value, error } = this.#program.evaluate(bindings)
      if (error !== undefined) throw new ConfigurationError(`${this.#source}: ${error}`)
      return value
    } finally {
      this.#sources = before
    }
  }
}

/** They never change, and are many. */
const variables = lazy(usageVariables)

function usageFunctions(sources: () => UsageSources): readonly CELFunction[] {
  const started = (node: string | Node): number => {
    return sources().startedContainers(typeof node === 'string' ? node : (node.metadata?.name ?? ''))
  }
  const startedNames = ['StartedContainersTotal', 'startedContainersTotal']
  return [
    { signature: 'now kwok_old_now () timestamp', call: () => new Date(sources().now).toISOString() },
    ...startedNames.flatMap((name): CELFunction[] => [
      { signature: `${name} kwok_${name}_of_name (string) double`, call: started },
      { signature: `${name} kwok_${name} (kwok.Node) double`, call: started },
      { signature: `.${name} kwok_${name}_of_name_method (string) double`, call: started },
      { signature: `.${name} kwok_${name}_method (kwok.Node) double`, call: started },
    ]),
    {
      signature: '.Usage kwok_container_usage (kwok.Pod, string, string) double',
      call: (pod: Pod, resource: string, container: string) => sources().ofPod(pod, resource, container),
    },
    {
      signature: '.Usage kwok_pod_usage (kwok.Pod, string) double',
      call: (pod: Pod, resource: string) => sources().ofPod(pod, resource),
    },
    {
      signature: '.Usage kwok_node_usage (kwok.Node, string) double',
      call: (node: Node, resource: string) => sources().ofNode(node, resource),
    },
    {
      signature: '.CumulativeUsage kwok_container_cumulative (kwok.Pod, string, string) double',
      call: (pod: Pod, resource: string, container: string) => sources().sinceStartOfPod(pod, resource, container),
    },
    {
      signature: '.CumulativeUsage kwok_pod_cumulative (kwok.Pod, string) double',
      call: (pod: Pod, resource: string) => sources().sinceStartOfPod(pod, resource),
    },
    {
      signature: '.CumulativeUsage kwok_node_cumulative (kwok.Node, string) double',
      call: (node: Node, resource: string) => sources().sinceStartOfNode(node, resource),
    },
  ]
}
