/** How autoscalers are judged; kube-controller-manager has a flag for each. Times are milliseconds. */
export interface AutoscalerSettings {
  /** Pause between two looks at an autoscaler. */
  readonly syncPeriod: number
  /** How far the use may be from its target, as a share of it, before anything changes. */
  readonly tolerance: number
  /** For how long the highest recommendation holds, where an autoscaler has no rule of its own. */
  readonly downscaleStabilization: number
  /** For how long after its start the CPU use of a pod counts only while it is ready. */
  readonly cpuInitializationPeriod: number
  /** For how long after its start a pod that ceases to be ready was never ready. */
  readonly initialReadinessDelay: number
}

/** The defaults of kube-controller-manager. */
export const defaultAutoscalerSettings: AutoscalerSettings = {
  syncPeriod: 15_000,
  tolerance: 0.1,
  downscaleStabilization: 300_000,
  cpuInitializationPeriod: 300_000,
  initialReadinessDelay: 30_000,
}
