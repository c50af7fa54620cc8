import { newForbidden } from '../../errors/new-status-error.js'
import type { Pod } from '../core/v1/types.gen.js'
import type { PriorityClass } from '../scheduling/v1/types.gen.js'
import { isSet } from '../validation/go-values.js'
import type { ClusterFacts } from './cluster-facts.js'
import { forbiddenPod } from './forbidden-pod.js'

const defaultPolicy = 'PreemptLowerPriority'

type Facts = Pick<ClusterFacts, 'priorityClasses'>

/**
 * Sets the priority of a new pod by its class, or by the default class.
 *
 * Source: plugin/pkg/admission/priority.
 * @throws StatusError Forbidden for a class that does not exist, and for another priority or policy than that of the class.
 */
export function setPriority(pod: Pod, { priorityClasses }: Facts): void {
  pod.spec ??= { containers: [] }
  const { spec } = pod
  const name = spec.priorityClassName ?? ''
  const chosen = name === '' ? defaultPriorityClass(priorityClasses.list()) : priorityClasses.get('', name)
  if (name !== '' && chosen === undefined) throw forbiddenPod(pod, `no PriorityClass with name ${name} was found`)
  if (chosen !== undefined) spec.priorityClassName = chosen.metadata?.name
  const value = chosen?.value ?? 0
  if (isSet(spec.priority) && spec.priority !== value) {
    throw forbiddenPod(pod, misplaced(`integer value of priority (${spec.priority})`, String(value)))
  }
  spec.priority = value
  const policy = chosen?.preemptionPolicy ?? defaultPolicy
  if (isSet(spec.preemptionPolicy) && spec.preemptionPolicy !== policy) {
    throw forbiddenPod(pod, misplaced(`string value of PreemptionPolicy (${spec.preemptionPolicy})`, policy))
  }
  spec.preemptionPolicy = policy
}

/** Sets what an update left out: older clients drop fields that they do not know. */
export function keepPriority(pod: Pod, { spec: before }: Pod): void {
  pod.spec ??= { containers: [] }
  if (isSet(before?.priority)) pod.spec.priority ??= before.priority
  if (isSet(before?.preemptionPolicy)) pod.spec.preemptionPolicy ??= before.preemptionPolicy
}

/**
 * Allows only one default class.
 *
 * @throws StatusError Forbidden.
 */
export function validatePriorityClass(object: PriorityClass, old: PriorityClass | undefined, facts: Facts): void {
  if (!object.globalDefault) return
  const name = defaultPriorityClass(facts.priorityClasses.list())?.metadata?.name
  const own = object.metadata?.name
  if (name === undefined || (old !== undefined && name === own)) return
  const reason = `PriorityClass ${name} is already marked as default. Only one default can exist`
  throw newForbidden(
    { group: 'scheduling.k8s.io', resource: 'priorityclasses' },
    own || object.metadata?.generateName || 'Unknown',
    new Error(reason),
  )
}

/** Of several default classes, the lowest one is used. */
function defaultPriorityClass(classes: Iterable<PriorityClass>): PriorityClass | undefined {
  let lowest: PriorityClass | undefined
  for (const each of classes) {
    if (each.globalDefault && (lowest === undefined || (each.value ?? 0) < (lowest.value ?? 0))) lowest = each
  }
  return lowest
}

function misplaced(what: string, computed: string): string {
  return `the ${what} must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`
}
