import { type DefaultsRegistrar, withFields, withList } from '../../defaults/defaults-registrar.js'
import { defaultTemplate, historyLimit } from '../default-template.js'
import { DaemonSet, type DaemonSetSpec } from '../v1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the defaults of DaemonSet. */
export function addDaemonSetDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, DaemonSet, defaultDaemonSet)
  withFields<DaemonSet>(scheme, [v1beta2.DaemonSet], defaultDaemonSet)
}

function defaultDaemonSet(set: DaemonSet): void {
  set.spec ??= {} as DaemonSetSpec
  const spec = set.spec
  spec.updateStrategy ??= {}
  const strategy = spec.updateStrategy
  strategy.type ||= 'RollingUpdate'
  if (strategy.type === 'RollingUpdate') {
    strategy.rollingUpdate ??= {}
    const rolling = strategy.rollingUpdate
    rolling.maxUnavailable ??= 1
    rolling.maxSurge ??= 0
  }
  spec.revisionHistoryLimit ??= historyLimit
  defaultTemplate(spec)
}
