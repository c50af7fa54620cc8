import type { MetricsRegistry } from '@apimachinery/client/metrics'
import type { FlowSchema, PriorityLevelConfiguration } from 'apimachinery/api/flowcontrol/v1'
import type { Clock } from 'apimachinery/wait'
import { bootstrapFlowSchemas, bootstrapPriorityLevels } from '../flow-control/bootstrap-flow-control.js'
import { FlowController } from '../flow-control/flow-controller.js'
import { type CountedResources, ResourceSizes } from '../flow-control/resource-sizes.js'
import { workEstimator } from '../flow-control/work-estimator.js'
import type { FlowControlConfig } from './handler-chain.js'
import type { ServerOptions } from './server-options.js'

/** Input of {@link priorityAndFairness}. */
export interface PriorityAndFairnessParts {
  /** What is stored: lists of large resources take more seats. */
  readonly resources: CountedResources
  readonly registry: MetricsRegistry
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Priority and fairness with the levels that every server has; `controller.configure` gives it the others. */
export function priorityAndFairness(
  { maxRequestsInFlight = 400, maxMutatingRequestsInFlight = 200 }: ServerOptions,
  { resources, registry, clock, onError }: PriorityAndFairnessParts,
): FlowControlConfig {
  const controller = new FlowController({
    concurrencyLimit: maxRequestsInFlight + maxMutatingRequestsInFlight,
    clock,
    registry,
    onError,
    mandatory: {
      levels: bootstrapPriorityLevels().filter(isMandatory),
      schemas: bootstrapFlowSchemas().filter(isMandatory),
    },
  })
  const sizes = new ResourceSizes(resources, clock)
  const estimator = workEstimator({
    statsOf: (group, resource) => sizes.of(group, resource),
    interestedWatches: (info) => controller.watches.interested(info),
    maxSeats: controller.maxSeats,
  })
  return { controller, estimator, clock }
}

function isMandatory({ metadata }: FlowSchema | PriorityLevelConfiguration): boolean {
  return metadata?.name === 'exempt' || metadata?.name === 'catch-all'
}
