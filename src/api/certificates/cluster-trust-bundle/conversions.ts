import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import * as v1 from '../v1/types.gen.js'
import * as v1alpha1 from '../v1alpha1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of ClusterTrustBundle. */
export function addClusterTrustBundleConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.ClusterTrustBundle, v1alpha1.ClusterTrustBundle, v1beta1.ClusterTrustBundle)
  addFieldLabels(scheme, {
    types: [v1.ClusterTrustBundle, v1alpha1.ClusterTrustBundle, v1beta1.ClusterTrustBundle],
    labels: ['metadata.name', 'spec.signerName'],
  })
}
