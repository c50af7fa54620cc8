import { quantityEquals } from '../../resource/quantity-json.js'
import type { Pod, PodSpec, ResourceList } from '../core/v1/types.gen.js'
import type { RuntimeClass } from '../node/v1/types.gen.js'
import { isSet } from '../validation/go-values.js'
import type { ClusterFacts } from './cluster-facts.js'
import { forbiddenPod } from './forbidden-pod.js'
import { mergeTolerations } from './tolerations.js'

type Facts = Pick<ClusterFacts, 'runtimeClasses'>

const mismatch = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"

/**
 * Sets overhead, node selector and tolerations of a new pod by its runtime class.
 *
 * Source: plugin/pkg/admission/runtimeclass.
 * @throws StatusError Forbidden for a class that does not exist, other overhead, and conflicting node selectors.
 */
export function setRuntimeClass(pod: Pod, facts: Facts): void {
  const found = classOf(pod, facts)
  if (found === undefined || pod.spec === undefined) return
  const overhead = found.overhead?.podFixed
  if (overhead !== undefined) {
    const given = pod.spec.overhead
    if (isSet(given) && !sameAmounts(given, overhead)) throw forbiddenPod(pod, mismatch)
    pod.spec.overhead = { ...overhead }
  }
  const { nodeSelector, tolerations } = found.scheduling ?? {}
  const conflict = addSelector(pod.spec, nodeSelector ?? {})
  if (conflict !== undefined) throw forbiddenPod(pod, conflict)
  const merged = found.scheduling && mergeTolerations(pod.spec.tolerations ?? [], tolerations ?? [])
  if (merged !== undefined && merged.length > 0) pod.spec.tolerations = merged
}

/**
 * Checks that the overhead of a pod is that of its class.
 *
 * @throws StatusError Forbidden.
 */
export function validateOverhead(pod: Pod, facts: Facts): void {
  const overhead = classOf(pod, facts)?.overhead?.podFixed
  const given = pod.spec?.overhead
  // An empty map is one that the client has set.
  if (isSet(given) && overhead === undefined) {
    throw forbiddenPod(pod, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
  }
  if (overhead !== undefined && !sameAmounts(given ?? {}, overhead)) throw forbiddenPod(pod, mismatch)
}

function classOf(pod: Pod, { runtimeClasses }: Facts): RuntimeClass | undefined {
  const name = pod.spec?.runtimeClassName
  if (!isSet(name)) return undefined
  // A plain error: upstream's client refuses the name before it asks, which is an internal error.
  if (name === '') throw new Error('resource name may not be empty')
  const found = runtimeClasses.get('', name)
  if (found === undefined) throw forbiddenPod(pod, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`)
  return found
}

function sameAmounts(a: ResourceList, b: ResourceList): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && quantityEquals(a[name] ?? '0', b[name] ?? '0'))
  )
}

/** Adds to the selector of a pod; returns why it conflicts. */
function addSelector(spec: PodSpec, wanted: Readonly<Record<string, string>>): string | undefined {
  const selector: Record<string, string> = { ...spec.nodeSelector }
  for (const [key, value] of Object.entries(wanted)) {
    if (Object.hasOwn(selector, key) && selector[key] !== value) {
      return `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${selector[key]}`
    }
    selector[key] = value
  }
  if (Object.keys(selector).length > 0) spec.nodeSelector = selector
  return undefined
}
