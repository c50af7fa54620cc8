import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of CertificateSigningRequest. */
export function addCertificateSigningRequestConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.CertificateSigningRequest, v1beta1.CertificateSigningRequest)
  addFieldLabels(scheme, {
    types: [v1.CertificateSigningRequest, v1beta1.CertificateSigningRequest],
    labels: ['metadata.name', 'spec.signerName'],
  })
}
