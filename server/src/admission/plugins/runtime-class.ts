import { isDeepStrictEqual } from 'node:util'
import { Pod } from 'apimachinery/api/core/v1'
import type { RuntimeClass } from 'apimachinery/api/node/v1'
import { newForbidden } from 'apimachinery/errors'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import { forbidden, isFor, nameOf } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

/** Gives pods the overhead, node selector and tolerations of their runtime class. Source: plugin/pkg/admission/runtimeclass. */
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
      if (Object.keys(given).length > 0 && overhead === undefined) {
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
  const given = pod.spec.overhead ?? {}
  if (Object.keys(given).length > 0 && !sameAmounts(given, overhead)) {
    throw refused(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
  }
  pod.spec.overhead = { ...overhead }
}

function sameAmounts(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  return isDeepStrictEqual(a, b)
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
  const given = spec.tolerations ?? []
  const added = (scheduling.tolerations ?? []).filter(
    (toleration) => !given.some((other) => isDeepStrictEqual(other, toleration)),
  )
  if (added.length > 0) spec.tolerations = [...given, ...added]
}
