import { messageOf } from 'apimachinery/errors'
import type { ControllerTuning } from '../../controllers/controller-tuning.js'
import { type NodeCIDROptions, nodeCIDROptions } from '../../controllers/node-ipam-controller/node-cidr-options.js'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import { defaultServiceRange } from '../cluster-options.js'
import { workerFlags } from '../flags/worker-flags.js'

/** What the flags say of periods and limits of controllers. */
export function controllerTuning(values: FlagValues): ControllerTuning {
  const milliseconds = values.milliseconds.bind(values)
  const number = values.number.bind(values)
  return {
    autoscaler: given({
      syncPeriod: milliseconds('horizontal-pod-autoscaler-sync-period'),
      downscaleStabilization: milliseconds('horizontal-pod-autoscaler-downscale-stabilization'),
      cpuInitializationPeriod: milliseconds('horizontal-pod-autoscaler-cpu-initialization-period'),
      initialReadinessDelay: milliseconds('horizontal-pod-autoscaler-initial-readiness-delay'),
      tolerance: number('horizontal-pod-autoscaler-tolerance'),
    }),
    nodeLifecycle: given({
      monitorPeriod: milliseconds('node-monitor-period'),
      monitorGracePeriod: milliseconds('node-monitor-grace-period'),
      startupGracePeriod: milliseconds('node-startup-grace-period'),
      evictionRate: number('node-eviction-rate'),
      secondaryEvictionRate: number('secondary-node-eviction-rate'),
      largeClusterSize: number('large-cluster-size-threshold'),
      unhealthyZoneThreshold: number('unhealthy-zone-threshold'),
    }),
    nodeCIDRs: nodeCIDRs(values),
    terminatedPods: number('terminated-pod-gc-threshold'),
    quotaSyncPeriod: milliseconds('resource-quota-sync-period'),
    legacyTokenCleanUpPeriod: milliseconds('legacy-service-account-token-clean-up-period'),
    signingDuration: milliseconds('cluster-signing-duration'),
    workers: Object.fromEntries(workerFlags.map(({ flag, controller }) => [controller, number(flag)])),
  }
}

/** @throws UsageError */
function nodeCIDRs(values: FlagValues): NodeCIDROptions | undefined {
  if (values.boolean('allocate-node-cidrs') !== true) return undefined
  const ranges = values.list('service-cluster-ip-range')
  try {
    return nodeCIDROptions({
      clusterCIDRs: values.list('cluster-cidr'),
      serviceCIDRs: ranges.length > 0 ? ranges : [defaultServiceRange],
      maskSize: values.number('node-cidr-mask-size') ?? 0,
      maskSizeIPv4: values.number('node-cidr-mask-size-ipv4') ?? 0,
      maskSizeIPv6: values.number('node-cidr-mask-size-ipv6') ?? 0,
    })
  } catch (error) {
    throw new UsageError(`--cluster-cidr: ${messageOf(error)}`)
  }
}

/** What has a value: a setting without one must not hide its default. */
function given<T extends Record<string, number | undefined>>(settings: T): { [K in keyof T]?: number } {
  const entries = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [K in keyof T]?: number }
}
