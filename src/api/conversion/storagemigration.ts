import * as v1 from '../storagemigration/v1/types.gen.js'
import * as v1beta1 from '../storagemigration/v1beta1/types.gen.js'
import type { ConversionRegistrar } from './conversion-registrar.js'
import { addSameKinds } from './same-kinds.js'

/** Registers the conversions of `storagemigration.k8s.io`. */
export function addStoragemigrationConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.StorageVersionMigration, v1beta1.StorageVersionMigration)
}
