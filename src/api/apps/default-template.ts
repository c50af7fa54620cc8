import { defaultPodTemplateSpec } from '../core/pod/pod-spec-defaults.js'
import type { PodTemplateSpec } from '../core/v1/types.gen.js'

export const historyLimit = 10

export function defaultTemplate(spec: { template?: PodTemplateSpec | undefined }): void {
  spec.template ??= {}
  defaultPodTemplateSpec(spec.template)
}
