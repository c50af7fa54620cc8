export { validateBinding } from './binding.js'
export { validatePodEphemeralContainersUpdate } from './ephemeral-containers-update.js'
export { validatePodCreate } from './pod.js'
export type { PodValidationOptions } from './pod-options.js'
export { computePodQOS, type PodQOSClass } from './pod-qos.js'
export { validatePodResize } from './pod-resize.js'
export { validatePodStatusUpdate } from './pod-status.js'
export { validatePodTemplate, validatePodTemplateUpdate } from './pod-template.js'
export { validatePodTemplateSpec } from './pod-template-spec.js'
export { validatePodUpdate } from './pod-update.js'
export { type FeatureEnabled, type OldPod, podValidationOptions } from './pod-validation-options.js'
export { warningsForPod, warningsForPodTemplate } from './pod-warnings.js'
export {
  validateReplicationController,
  validateReplicationControllerStatusUpdate,
  validateReplicationControllerUpdate,
} from './replication-controller.js'
