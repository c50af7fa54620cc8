import { defaultOldWorkload } from '../../apps/old-workloads.js'
import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the defaults of DaemonSet. */
export function addDaemonSetDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, v1beta1.DaemonSet, defaultDaemonSet)
}

function defaultDaemonSet(set: v1beta1.DaemonSet): void {
  defaultOldWorkload(set)
  const spec = set.spec!
  spec.updateStrategy ??= {}
  const strategy = spec.updateStrategy
  strategy.type ||= 'OnDelete'
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {}
    strategy.rollingUpdate.maxUnavailable ??= 1
    strategy.rollingUpdate.maxSurge ??= 0
  }
  spec.revisionHistoryLimit ??= 10
}
