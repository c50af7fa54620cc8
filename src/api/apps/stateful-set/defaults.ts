import { defaultPersistentVolumeClaim } from '../../core/persistent-volume-claim/defaults.js'
import {
  type DefaultsOptions,
  type DefaultsRegistrar,
  gatesOf,
  withFields,
  withList,
} from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import { defaultTemplate, historyLimit } from '../default-template.js'
import { defaultOldWorkload } from '../old-workloads.js'
import { StatefulSet, type StatefulSetSpec } from '../v1/types.gen.js'
import { StatefulSet as StatefulSetV1beta1 } from '../v1beta1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the defaults of StatefulSet. */
export function addStatefulSetDefaults(scheme: DefaultsRegistrar, options: DefaultsOptions): void {
  const maxUnavailable = gatesOf(options)('MaxUnavailableStatefulSet') ? 1 : undefined
  const fill = (set: StatefulSet) => defaultStatefulSet(set, maxUnavailable)
  withList(scheme, StatefulSet, fill)
  withFields<StatefulSet>(scheme, [v1beta2.StatefulSet], fill)
  withList(scheme, StatefulSetV1beta1, (set) => defaultStatefulSetV1beta1(set, maxUnavailable))
}

function defaultStatefulSet(set: StatefulSet, maxUnavailable: number | undefined): void {
  set.spec ??= {} as StatefulSetSpec
  const spec = set.spec
  spec.podManagementPolicy ||= 'OrderedReady'
  spec.updateStrategy ??= {}
  const strategy = spec.updateStrategy
  if (!strategy.type) {
    strategy.type = 'RollingUpdate'
    strategy.rollingUpdate ??= {}
  }
  if (strategy.type === 'RollingUpdate' && strategy.rollingUpdate) {
    strategy.rollingUpdate.partition ??= 0
    if (maxUnavailable !== undefined) strategy.rollingUpdate.maxUnavailable ??= maxUnavailable
  }
  spec.persistentVolumeClaimRetentionPolicy ??= {}
  const retention = spec.persistentVolumeClaimRetentionPolicy
  retention.whenDeleted ||= 'Retain'
  retention.whenScaled ||= 'Retain'
  spec.replicas ??= 1
  spec.revisionHistoryLimit ??= historyLimit
  defaultTemplate(spec)
  for (const claim of itemsOf(spec.volumeClaimTemplates)) defaultPersistentVolumeClaim(claim)
}

function defaultStatefulSetV1beta1(set: StatefulSetV1beta1, maxUnavailable: number | undefined): void {
  defaultOldWorkload(set)
  const spec = set.spec
  spec.updateStrategy ??= {}
  spec.updateStrategy.type ||= 'OnDelete'
  defaultStatefulSet(set, maxUnavailable)
}
