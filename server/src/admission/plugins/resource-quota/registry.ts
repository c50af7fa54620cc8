import type { PassiveClock } from 'apimachinery/wait'
import { persistentVolumeClaimEvaluator } from './claim-evaluator.js'
import { type DeviceFacts, noDevices } from './device-facts.js'
import { type GroupResource, objectCountEvaluator, type QuotaEvaluator } from './evaluator.js'
import { podEvaluator } from './pod-evaluator.js'
import { resourceClaimEvaluator } from './resource-claim-evaluator.js'
import { serviceEvaluator } from './service-evaluator.js'

/** Resources that had a name in quotas before objects of all kinds were counted. */
const aliases = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets']

/** What evaluators have to know besides the objects. */
export interface RegistryOptions {
  readonly devices?: DeviceFacts | undefined
  readonly prepareClaim?: NonNullable<QuotaEvaluator['prepare']> | undefined
}

/**
 * The evaluators of all resources: special ones where more than objects is counted, counters for all others, also for
 * custom resources.
 *
 * Source: pkg/quota/v1/evaluator/core/registry.go and pkg/quota/v1/install of Kubernetes.
 */
export class EvaluatorRegistry {
  readonly #evaluators = new Map<string, QuotaEvaluator>()

  /** @param options.prepareClaim - reads what claims of devices depend on, before they are charged. */
  constructor(clock: PassiveClock, { devices = noDevices, prepareClaim }: RegistryOptions = {}) {
    const claims = resourceClaimEvaluator(clock, devices)
    const special = [podEvaluator(clock), serviceEvaluator, persistentVolumeClaimEvaluator]
    for (const evaluator of special) this.#add(evaluator)
    this.#add(prepareClaim === undefined ? claims : { ...claims, prepare: prepareClaim })
    for (const resource of aliases) this.#add(objectCountEvaluator({ group: '', resource }, resource))
  }

  /** Creates a counter for a new resource. */
  get(resource: GroupResource): QuotaEvaluator {
    return this.#evaluators.get(groupResourceKey(resource)) ?? this.#add(objectCountEvaluator(resource))
  }

  /** The evaluators that count something for these resources of a quota. */
  evaluatorsFor(names: readonly string[]): readonly QuotaEvaluator[] {
    for (const name of names) {
      const [, resource, group = ''] = /^count\/([^.]+)(?:\.(.+))?$/.exec(name) ?? []
      if (resource !== undefined) this.get({ group, resource })
    }
    return [...this.#evaluators.values()].filter((evaluator) => evaluator.matchingResources(names).length > 0)
  }

  #add(evaluator: QuotaEvaluator): QuotaEvaluator {
    this.#evaluators.set(groupResourceKey(evaluator.resource), evaluator)
    return evaluator
  }
}

function groupResourceKey({ group, resource }: GroupResource): string {
  return `${group}/${resource}`
}
