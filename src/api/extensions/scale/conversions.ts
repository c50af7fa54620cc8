import { addOldScaleConversions } from '../../autoscaling/scale/old-scale-conversions.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of Scale. */
export function addScaleConversions(scheme: ConversionRegistrar): void {
  addOldScaleConversions(scheme, v1beta1.Scale)
}
