import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { ofMetadata } from '../pod/conversions.js'
import * as v1 from '../v1/types.gen.js'

const eventLabels = [
  ...ofMetadata,
  'involvedObject.kind',
  'involvedObject.namespace',
  'involvedObject.name',
  'involvedObject.uid',
  'involvedObject.apiVersion',
  'involvedObject.resourceVersion',
  'involvedObject.fieldPath',
  'reason',
  'reportingComponent',
  'source',
  'type',
]

/** Registers the conversions of Event. */
export function addEventConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v1.Event)
  addFieldLabels(scheme, { types: [v1.Event], labels: eventLabels })
}
