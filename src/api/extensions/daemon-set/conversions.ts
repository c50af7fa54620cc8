import { daemonSetAtOldVersion, daemonSetOfOldVersion } from '../../apps/daemon-set/conversions.js'
import * as apps from '../../apps/v1/types.gen.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of DaemonSet. */
export function addDaemonSetConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1beta1.DaemonSet, apps.DaemonSet, daemonSetOfOldVersion)
  scheme.addConversion(apps.DaemonSet, v1beta1.DaemonSet, daemonSetAtOldVersion)
}
