import { deploymentAtOldVersion, deploymentOfOldVersion } from '../../apps/deployment/conversions.js'
import * as apps from '../../apps/v1/types.gen.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of Deployment. */
export function addDeploymentConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.Deployment, apps.Deployment, (from) => deploymentOfOldVersion(from))
  scheme.addConversion(apps.Deployment, v1beta1.Deployment, (from) => deploymentAtOldVersion(from, v1beta1.Deployment))
}
