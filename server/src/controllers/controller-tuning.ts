import type { AutoscalerSettings } from './horizontal-pod-autoscaler-controller/autoscaler-settings.js'
import type { NodeCIDROptions } from './node-ipam-controller/node-cidr-options.js'
import type { NodeLifecycleSettings } from './node-lifecycle/node-lifecycle-settings.js'

/** Periods and limits of controllers, for which kube-controller-manager has flags. Times are milliseconds. */
export interface ControllerTuning {
  readonly autoscaler?: Partial<AutoscalerSettings> | undefined
  readonly nodeLifecycle?: Partial<NodeLifecycleSettings> | undefined
  /** The addresses that nodes get for their pods. Default: none. */
  readonly nodeCIDRs?: NodeCIDROptions | undefined
  /** How many finished pods are kept; 0 for all. Default: 12,500. */
  readonly terminatedPods?: number | undefined
  /** After how long quotas are counted again without a cause. Default: five minutes. */
  readonly quotaSyncPeriod?: number | undefined
  /** For how long a token that was made automatically may go without use. Default: a year. */
  readonly legacyTokenCleanUpPeriod?: number | undefined
  /** How long the certificates that are signed are valid at most. Default: a year. */
  readonly signingDuration?: number | undefined
  /** By the name of a controller: how many objects it works on at once. */
  readonly workers?: Readonly<Record<string, number | undefined>> | undefined
}
