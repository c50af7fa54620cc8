import { DeploymentRollback as AppsDeploymentRollback } from '../../apps/v1beta1/types.gen.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast } from '../../conversion/recast.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of DeploymentRollback. */
export function addDeploymentRollbackConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.DeploymentRollback, AppsDeploymentRollback, (from) =>
    recast(from, AppsDeploymentRollback),
  )
  scheme.addConversion(AppsDeploymentRollback, v1beta1.DeploymentRollback, (from) =>
    recast(from, v1beta1.DeploymentRollback),
  )
}
