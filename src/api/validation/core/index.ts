export { validateBinding } from '../../core/pod/binding.js'
export { validatePodEphemeralContainersUpdate } from '../../core/pod/ephemeral-containers-update.js'
export type { PodValidationOptions } from '../../core/pod/pod-options.js'
export { computePodQOS, type PodQOSClass, type PodQOSFeatures, qosFeaturesOf } from '../../core/pod/pod-qos.js'
export { validatePodResize } from '../../core/pod/pod-resize.js'
export { validatePodStatusUpdate } from '../../core/pod/pod-status.js'
export { validatePodUpdate } from '../../core/pod/pod-update.js'
export { type FeatureEnabled, type OldPod, podValidationOptions } from '../../core/pod/pod-validation-options.js'
export { warningsForPod, warningsForPodTemplate } from '../../core/pod/pod-warnings.js'
export { validatePodCreate } from '../../core/pod/validation.js'
export { validatePodTemplateSpec } from '../../core/pod-template/pod-template-spec.js'
export { validatePodTemplate, validatePodTemplateUpdate } from '../../core/pod-template/validation.js'
export {
  validateReplicationController,
  validateReplicationControllerStatusUpdate,
  validateReplicationControllerUpdate,
} from '../../core/replication-controller/validation.js'
