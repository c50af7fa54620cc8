import { Pod } from 'apimachinery/api/core/v1'
import { PriorityClass } from 'apimachinery/api/scheduling/v1'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import { forbidden, isFor } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

const group = 'scheduling.k8s.io'
const defaultPolicy = 'PreemptLowerPriority'

/**
 * Sets the priority of pods by their class, and allows only one default class.
 *
 * Source: plugin/pkg/admission/priority.
 */
export function priority(state: Pick<ClusterState, 'priorityClasses'>): AdmissionPlugin {
  return {
    resources: ['pods', 'priorityclasses.scheduling.k8s.io'],
    handles: (operation) => operation !== 'CONNECT',
    async admit(attributes) {
      if (!isFor(attributes, '', 'pods')) return
      if (attributes.operation === 'CREATE') setPriority(attributes, state)
      else if (attributes.operation === 'UPDATE') keepPriority(attributes)
    },
    async validate(attributes) {
      if (isFor(attributes, group, 'priorityclasses') && attributes.operation !== 'DELETE')
        checkClass(attributes, state)
    },
  }
}

function setPriority(attributes: AdmissionAttributes, state: Pick<ClusterState, 'priorityClasses'>): void {
  const { object } = attributes
  if (!(object instanceof Pod) || object.spec === undefined) return
  const { spec } = object
  const chosen = classFor(spec.priorityClassName ?? '', attributes, state)
  if (chosen !== undefined && !spec.priorityClassName) spec.priorityClassName = chosen.metadata?.name
  const value = chosen?.value ?? 0
  if (isSet(spec.priority) && spec.priority !== value) {
    throw forbidden(attributes, misplaced(`integer value of priority (${spec.priority})`, String(value)))
  }
  spec.priority = value
  const policy = chosen?.preemptionPolicy ?? defaultPolicy
  if (isSet(spec.preemptionPolicy) && spec.preemptionPolicy !== policy) {
    throw forbidden(attributes, misplaced(`string value of PreemptionPolicy (${spec.preemptionPolicy})`, policy))
  }
  spec.preemptionPolicy = policy
}

function classFor(
  name: string,
  attributes: AdmissionAttributes,
  { priorityClasses }: Pick<ClusterState, 'priorityClasses'>,
): PriorityClass | undefined {
  if (name === '') return defaultClass(priorityClasses.list())
  const found = priorityClasses.get('', name)
  if (found === undefined) throw forbidden(attributes, `no PriorityClass with name ${name} was found`)
  return found
}

/** Of several default classes, the lowest one is used. */
function defaultClass(classes: Iterable<PriorityClass>): PriorityClass | undefined {
  let lowest: PriorityClass | undefined
  for (const each of classes) {
    if (each.globalDefault && (lowest === undefined || (each.value ?? 0) < (lowest.value ?? 0))) lowest = each
  }
  return lowest
}

function misplaced(what: string, computed: string): string {
  return `the ${what} must not be provided in pod spec; priority admission controller computed ${computed} from the given PriorityClass name`
}

/** Older clients drop unknown fields. */
function keepPriority({ object, oldObject }: AdmissionAttributes): void {
  if (!(object instanceof Pod) || !(oldObject instanceof Pod) || object.spec === undefined) return
  const before = oldObject.spec
  if (isSet(before?.priority) && !isSet(object.spec.priority)) object.spec.priority = before?.priority
  if (isSet(before?.preemptionPolicy) && !isSet(object.spec.preemptionPolicy)) {
    object.spec.preemptionPolicy = before?.preemptionPolicy
  }
}

function checkClass(attributes: AdmissionAttributes, { priorityClasses }: Pick<ClusterState, 'priorityClasses'>): void {
  const { object } = attributes
  if (!(object instanceof PriorityClass) || !object.globalDefault) return
  const other = defaultClass(priorityClasses.list())
  if (other === undefined) return
  const name = other.metadata?.name ?? ''
  if (attributes.operation === 'UPDATE' && name === object.metadata?.name) return
  throw forbidden(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`)
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null
}
