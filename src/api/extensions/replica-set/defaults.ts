import { defaultOldWorkload } from '../../apps/old-workloads.js'
import { type DefaultsRegistrar, withList } from '../../defaults/defaults-registrar.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the defaults of ReplicaSet. */
export function addReplicaSetDefaults(scheme: DefaultsRegistrar): void {
  withList(scheme, v1beta1.ReplicaSet, (set) => {
    defaultOldWorkload(set)
    if (set.spec) set.spec.replicas ??= 1
  })
}
