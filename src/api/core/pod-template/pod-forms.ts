import { withAnnotations } from '../../conversion/annotations.js'
import { recast } from '../../conversion/recast.js'
import type { Pod, PodSpec, PodStatus, PodTemplateSpec } from '../v1/types.gen.js'

const initContainerAnnotations = [
  'pod.beta.kubernetes.io/init-containers',
  'pod.alpha.kubernetes.io/init-containers',
  'pod.beta.kubernetes.io/init-container-statuses',
  'pod.alpha.kubernetes.io/init-container-statuses',
]

const dropped = Object.fromEntries(initContainerAnnotations.map((name) => [name, undefined]))

/** The specification of a pod as a server keeps it: both names of the service account, a security context. */
export function podSpecForm(spec: PodSpec): PodSpec {
  const account = spec.serviceAccountName || spec.serviceAccount
  return {
    ...spec,
    securityContext: spec.securityContext ?? {},
    ...(account && { serviceAccountName: account, serviceAccount: account }),
  }
}

/** As {@link podSpecForm}, for the template of a workload. */
export function podTemplateForm<T extends PodTemplateSpec | undefined>(template: T): T {
  if (!template) return template
  const { metadata, spec } = template
  return {
    ...template,
    ...(metadata && { metadata: withoutInitAnnotations(metadata) }),
    ...(spec && { spec: podSpecForm(spec) }),
  }
}

/** A pod as a server keeps it. */
export function podForm(pod: Pod, type: typeof Pod): Pod {
  const form = recast(pod, type)
  if (pod.metadata) form.metadata = withoutInitAnnotations(pod.metadata)
  if (pod.spec) {
    form.spec = podSpecForm(pod.spec)
    // Not so in templates.
    if ((pod.spec.terminationGracePeriodSeconds ?? 0) < 0) form.spec.terminationGracePeriodSeconds = 1
  }
  if (pod.status) form.status = podStatusForm(pod.status)
  return form
}

/** `podIP` is what old kubelets set: it wins over the list. */
function podStatusForm(status: PodStatus): PodStatus {
  const { podIP, podIPs } = status
  const first = podIPs?.[0]
  if (podIP && first?.ip !== podIP) return { ...status, podIPs: [{ ip: podIP }] }
  return first?.ip && !podIP ? { ...status, podIP: first.ip } : status
}

function withoutInitAnnotations<T extends { annotations?: Record<string, string> | undefined }>(metadata: T): T {
  const { annotations } = metadata
  if (!annotations || !initContainerAnnotations.some((name) => Object.hasOwn(annotations, name))) return metadata
  return withAnnotations(metadata, dropped) as T
}
