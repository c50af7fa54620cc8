import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recastWith } from '../../conversion/recast.js'
import { ofMetadata } from '../pod/conversions.js'
import { podTemplateForm } from '../pod-template/pod-forms.js'
import * as v1 from '../v1/types.gen.js'

/** Registers the conversions of ReplicationController. */
export function addReplicationControllerConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1.ReplicationController, v1.ReplicationController, (from) => {
    const { spec } = from
    if (!spec?.template) return from
    return recastWith(from, v1.ReplicationController, { spec: { ...spec, template: podTemplateForm(spec.template) } })
  })
  addFieldLabels(scheme, { types: [v1.ReplicationController], labels: [...ofMetadata, 'status.replicas'] })
}
