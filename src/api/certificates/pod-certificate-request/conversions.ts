import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recastWith } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of PodCertificateRequest. */
export function addPodCertificateRequestConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.PodCertificateRequest, v1beta1.PodCertificateRequest)
  // v1 has the key in a certificate request only.
  scheme.addConversion(v1beta1.PodCertificateRequest, v1.PodCertificateRequest, (from) => {
    const { pkixPublicKey: _key, proofOfPossession: _proof, ...spec } = from.spec ?? {}
    return recastWith(from, v1.PodCertificateRequest, { spec })
  })
  addFieldLabels(scheme, {
    types: [v1.PodCertificateRequest, v1beta1.PodCertificateRequest],
    labels: ['metadata.name', 'spec.signerName', 'spec.podName', 'spec.nodeName'],
  })
}
