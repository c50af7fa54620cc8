import type { LabelSelector, ObjectMeta } from '../../meta/v1/types.gen.js'
import { defaultPodTemplateSpec } from '../core/pod/pod-spec-defaults.js'
import type { PodTemplateSpec } from '../core/v1/types.gen.js'

/** Fields that workloads of versions before v1 take from the labels of their pods. */
interface OldWorkload {
  metadata?: ObjectMeta | undefined
  spec?: { selector?: LabelSelector | undefined; template?: PodTemplateSpec | undefined } | undefined
}

/** Fills selector and labels of a workload of a version before `apps/v1beta2` from those of its pods, and the pods. */
export function defaultOldWorkload(workload: OldWorkload): void {
  workload.spec ??= {}
  const { spec } = workload
  spec.template ??= {}
  const labels = spec.template.metadata?.labels
  if (labels) {
    spec.selector ??= { matchLabels: { ...labels } }
    if (Object.keys(workload.metadata?.labels ?? {}).length === 0) {
      workload.metadata = { ...workload.metadata, labels: { ...labels } }
    }
  }
  defaultPodTemplateSpec(spec.template)
}
