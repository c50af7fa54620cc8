import type { ObjectMeta } from '../../../meta/v1/types.gen.js'
import { isSet } from '../../validation/go-values.js'
import type { Pod, PodSpec, PodStatus, PodTemplateSpec } from '../v1/types.gen.js'

/** Annotations of releases in which init containers had no field. */
const initContainerAnnotations = [
  'pod.beta.kubernetes.io/init-containers',
  'pod.alpha.kubernetes.io/init-containers',
  'pod.beta.kubernetes.io/init-container-statuses',
  'pod.alpha.kubernetes.io/init-container-statuses',
]

/**
 * Converts a pod to the form that it has after Go has held it in its internal version: a negative grace period becomes one
 * second, deprecated fields follow the new ones.
 */
export function toInternalPodForm(pod: Pod): void {
  dropAnnotations(pod.metadata)
  if (!isSet(pod.spec)) return
  toInternalPodSpecForm(pod.spec)
  const seconds = pod.spec.terminationGracePeriodSeconds
  if (isSet(seconds) && seconds < 0) pod.spec.terminationGracePeriodSeconds = 1
}

/** As {@link toInternalPodForm}, for a pod template. */
export function toInternalTemplateForm(template: PodTemplateSpec | null | undefined): void {
  if (!isSet(template)) return
  dropAnnotations(template.metadata)
  if (isSet(template.spec)) toInternalPodSpecForm(template.spec)
}

function toInternalPodSpecForm(spec: PodSpec): void {
  const account = spec.serviceAccountName || spec.serviceAccount
  if (account) {
    spec.serviceAccountName = account
    spec.serviceAccount = account
  } else {
    delete spec.serviceAccountName
    delete spec.serviceAccount
  }
  spec.securityContext ??= {}
}

/** As {@link toInternalPodForm}, for the addresses in a status. */
export function toInternalStatusForm(status: PodStatus | null | undefined): void {
  if (!isSet(status)) return
  const podIPs = status.podIPs ?? []
  const { podIP } = status
  if (podIP && podIP !== podIPs[0]?.ip) status.podIPs = [{ ip: podIP }]
  else if (podIPs[0]?.ip) status.podIP = podIPs[0].ip
}

function dropAnnotations(metadata: ObjectMeta | undefined): void {
  if (!isSet(metadata?.annotations)) return
  for (const key of initContainerAnnotations) delete metadata.annotations[key]
}
