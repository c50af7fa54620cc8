import type { FlagValues } from '../../flags/flag-values.js'
import { workerFlags } from '../flags/worker-flags.js'

const periods = [
  'horizontal-pod-autoscaler-sync-period',
  'node-monitor-period',
  'node-monitor-grace-period',
  'node-startup-grace-period',
  'resource-quota-sync-period',
  'cluster-signing-duration',
]

/** Periods in which nothing would ever be done, and controllers that could not work. */
export function controllerProblems(flags: FlagValues): string[] {
  const isPositive = (value: number | undefined): boolean => value === undefined || value > 0
  return [
    ...periods
      .filter((name) => !isPositive(flags.milliseconds(name)))
      .map((name) => `--${name} must be greater than zero`),
    ...workerFlags
      .filter(({ flag }) => !isPositive(flags.number(flag)))
      .map(({ flag }) => `--${flag} must be greater than 0`),
  ]
}
