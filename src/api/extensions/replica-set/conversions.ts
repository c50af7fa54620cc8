import * as apps from '../../apps/v1/types.gen.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast } from '../../conversion/recast.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of ReplicaSet. */
export function addReplicaSetConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.ReplicaSet, apps.ReplicaSet, (from) => recast(from, apps.ReplicaSet))
  scheme.addConversion(apps.ReplicaSet, v1beta1.ReplicaSet, (from) => recast(from, v1beta1.ReplicaSet))
}
