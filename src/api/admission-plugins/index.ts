export type { ClusterFacts, Lister } from './cluster-facts.js'
export { addDefaultTolerations, type TolerationSeconds } from './default-toleration-seconds.js'
export { addNotReadyTaint } from './node-taint.js'
export { validatePodSecurityLabels } from './pod-security-labels.js'
export {
  compareLevels,
  isEquivalent,
  isFullyPrivileged,
  type Level,
  type LevelVersion,
  levelVersionText,
  type Policy,
  parseLevel,
  parseVersion,
  policyOf,
  privilegedPolicy,
} from './pod-security-policy.js'
export { keepPriority, setPriority, validatePriorityClass } from './priority.js'
export { setRuntimeClass, validateOverhead } from './runtime-class.js'
export { protectInUse, protectionFinalizers } from './storage-object-in-use.js'
export { covers, mergeTolerations } from './tolerations.js'
