import { type Container, type EphemeralContainer, Pod, type PodSpec } from 'apimachinery/api/core/v1'
import type { AdmissionAttributes } from './attributes.js'
import { isFor } from './forbidden.js'

/** A container of any list of a pod. */
export type AnyContainer = Container | EphemeralContainer

/** The pod of a request for pods themselves; `undefined` for other requests and for subresources. */
export function podOf(attributes: AdmissionAttributes): (Pod & { spec: PodSpec }) | undefined {
  if (!isFor(attributes, '', 'pods') || !(attributes.object instanceof Pod)) return undefined
  attributes.object.spec ??= { containers: [] }
  return attributes.object as Pod & { spec: PodSpec }
}

/** All containers of a pod, those that start it first, those for debugging last. */
export function containersOf(spec: PodSpec): readonly AnyContainer[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])]
}

/** Reports whether a pod mirrors one that a kubelet read from a file. */
export function isMirrorPod({ metadata }: Pod): boolean {
  return Object.hasOwn(metadata?.annotations ?? {}, 'kubernetes.io/config.mirror')
}
