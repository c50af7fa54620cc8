import { type DefaultsRegistrar, withFields, withList } from '../../defaults/defaults-registrar.js'
import { defaultTemplate } from '../default-template.js'
import { ReplicaSet, type ReplicaSetSpec } from '../v1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the defaults of ReplicaSet. */
export function addReplicaSetDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, ReplicaSet, defaultReplicaSet)
  withFields<ReplicaSet>(scheme, [v1beta2.ReplicaSet], defaultReplicaSet)
}

function defaultReplicaSet(set: ReplicaSet): void {
  set.spec ??= {} as ReplicaSetSpec
  const spec = set.spec
  spec.replicas ??= 1
  defaultTemplate(spec)
}
