import { Pod, type ResourceList } from 'apimachinery/api/core/v1'
import type { RuntimeClass } from 'apimachinery/api/node/v1'
import { newForbidden } from 'apimachinery/errors'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import { forbidden, isFor, nameOf } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'
import { amountsOf } from '../resource-amounts.js'
import { mergeTolerations } from './tolerations.js'

/**
 * Sets overhead, node selector and tolerations of pods by their runtime class. Source: plugin/pkg/admission/runtimeclass.
 */
export function runtimeClass(state: Pick<ClusterState, 'runtimeClasses'>): AdmissionPlugin {
  return {
    resources: ['pods'],
    handles: (operation) => operation === 'CREATE',
    async admit(attributes) {
      const pod = podOf(attributes)
      if (pod === undefined) return
      const found = classOf(pod, attributes, state)
      if (found === undefined) return
      setOverhead(pod, found, attributes)
      setScheduling(pod, found, attributes)
    },
    async validate(attributes) {
      const pod = podOf(attributes)
      if (pod === undefined) return
      const overhead = classOf(pod, attributes, state)?.overhead?.podFixed
      const given = pod.spec?.overhead ?? {}
      if (isSet(pod.spec?.overhead) && overhead === undefined) {
        throw refused(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
      }
      if (overhead !== undefined && !sameAmounts(given, overhead)) {
        throw refused(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
      }
    },
  }
}

function podOf(attributes: AdmissionAttributes): Pod | undefined {
  return isFor(attributes, '', 'pods') && attributes.object instanceof Pod ? attributes.object : undefined
}

function classOf(
  pod: Pod,
  attributes: AdmissionAttributes,
  { runtimeClasses }: Pick<ClusterState, 'runtimeClasses'>,
): RuntimeClass | undefined {
  const name = pod.spec?.runtimeClassName
  if (name === undefined || name === null) return undefined
  if (name === '') throw new Error('resource name may not be empty')
  const found = runtimeClasses.get('', name)
  if (found === undefined) throw forbidden(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`)
  return found
}

function refused(attributes: AdmissionAttributes, message: string): Error {
  return newForbidden(attributes.resource, nameOf(attributes), new Error(message))
}

function setOverhead(pod: Pod, found: RuntimeClass, attributes: AdmissionAttributes): void {
  const overhead = found.overhead?.podFixed
  if (overhead === undefined || pod.spec === undefined) return
  const given = pod.spec.overhead
  if (isSet(given) && !sameAmounts(given ?? {}, overhead)) {
    throw refused(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
  }
  pod.spec.overhead = { ...overhead }
}

/** An empty map is one that the client has set. */
function isSet(overhead: ResourceList | null | undefined): boolean {
  return overhead !== undefined && overhead !== null
}

function sameAmounts(a: ResourceList, b: ResourceList): boolean {
  const [left, right] = [amountsOf(a), amountsOf(b)]
  if (left.size !== right.size) return false
  return [...left].every(([name, amount]) => right.get(name)?.cmp(amount) === 0)
}

function setScheduling(pod: Pod, { scheduling }: RuntimeClass, attributes: AdmissionAttributes): void {
  if (scheduling === undefined || pod.spec === undefined) return
  const { spec } = pod
  const selector: Record<string, string> = { ...spec.nodeSelector }
  for (const [key, value] of Object.entries(scheduling.nodeSelector ?? {})) {
    if (Object.hasOwn(selector, key) && selector[key] !== value) {
      throw refused(
        attributes,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${selector[key]}`,
      )
    }
    selector[key] = value
  }
  if (Object.keys(selector).length > 0) spec.nodeSelector = selector
  const tolerations = mergeTolerations(spec.tolerations ?? [], scheduling.tolerations ?? [])
  if (tolerations.length > 0) spec.tolerations = tolerations
}
