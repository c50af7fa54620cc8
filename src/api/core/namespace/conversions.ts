import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import * as v1 from '../v1/types.gen.js'

/** Registers the conversions of Namespace. */
export function addNamespaceConversions(scheme: ConversionRegistrar): void {
  addFieldLabels(scheme, { types: [v1.Namespace], labels: ['metadata.name', 'status.phase'] })
}
