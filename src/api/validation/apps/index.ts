export {
  validateControllerRevision,
  validateControllerRevisionUpdate,
} from '../../apps/controller-revision/validation.js'
export {
  validateDaemonSet,
  validateDaemonSetStatusUpdate,
  validateDaemonSetUpdate,
} from '../../apps/daemon-set/validation.js'
export {
  validateDeployment,
  validateDeploymentStatusUpdate,
  validateDeploymentUpdate,
} from '../../apps/deployment/validation.js'
export {
  validateReplicaSet,
  validateReplicaSetStatusUpdate,
  validateReplicaSetUpdate,
} from '../../apps/replica-set/validation.js'
export {
  validateStatefulSet,
  validateStatefulSetStatusUpdate,
  validateStatefulSetUpdate,
} from '../../apps/stateful-set/validation.js'
