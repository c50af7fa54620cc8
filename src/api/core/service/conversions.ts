import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { ofMetadata } from '../pod/conversions.js'
import * as v1 from '../v1/types.gen.js'

/** Registers the conversions of Service. */
export function addServiceConversions(scheme: ConversionRegistrar): void {
  addFieldLabels(scheme, { types: [v1.Service], labels: [...ofMetadata, 'spec.clusterIP', 'spec.type'] })
}
